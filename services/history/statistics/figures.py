"""Players' figures as SQL counts them, each with its number of opportunities (R10.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

TITLES: Mapping[str, str] = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "limp": "limp",
    "steal": "steal",
    "fold_to_steal": "fold to steal",
    "three_bet": "3-bet",
    "fold_to_three_bet": "fold to 3-bet",
    "four_bet": "4-bet",
    "squeeze": "squeeze",
    "cbet_flop": "c-bet flop",
    "cbet_turn": "c-bet turn",
    "cbet_river": "c-bet river",
    "fold_to_cbet_flop": "fold to c-bet flop",
    "fold_to_cbet_turn": "fold to c-bet turn",
    "fold_to_cbet_river": "fold to c-bet river",
    "donk": "donk",
    "check_raise_flop": "check-raise flop",
    "check_raise_turn": "check-raise turn",
    "check_raise_river": "check-raise river",
    "wtsd": "WTSD",
    "wsd": "W$SD",
    "wwsf": "WWSF",
    "aggression": "AF",
    "aggression_frequency": "AFq",
}
"""What people call each statistic, in the order of a HUD."""
A_FACTOR = "aggression"
"""Not a share of its opportunities but a factor: bets and raises for each call."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """How often, and out of how many."""

    counted: int
    out_of: int

    @property
    def share(self) -> float | None:
        """None without an opportunity: never 0 %."""
        return self.counted / self.out_of if self.out_of else None


@dataclass(frozen=True)
class Figures:
    """One player's figures over some hands. Big blinds are each hand's own."""

    hands: int
    ratios: Mapping[str, Ratio]
    net: int
    big_blinds: float
    ev_big_blinds: float
    rake_paid: int
    insurance_won: int

    @property
    def bb_per_100(self) -> float | None:
        """Big blinds won in a hundred hands."""
        return 100 * self.big_blinds / self.hands if self.hands else None

    @property
    def ev_bb_per_100(self) -> float | None:
        """The same with equity in place of luck."""
        return 100 * self.ev_big_blinds / self.hands if self.hands else None


@cache
def counted() -> Mapping[str, str]:
    """The one definition of every statistic: by name, what SQL counts of a hand."""
    text = files("services.history.statistics").joinpath("figures.sql").read_text()
    lines = [line.removesuffix(",") for line in text.splitlines() if not line.startswith("--")]
    return {name: expression for expression, name in (line.split(" AS ") for line in lines)}


def figures_sql() -> str:
    """The columns of figures over `h`, single hands or sums by day.

    All counts are one column: ClickHouse takes longer to think about fifty than to add them up.
    """
    return f"sumForEach([{', '.join(counted().values())}]) AS counts, {_RESULTS}"


def total_figures_sql() -> str:
    """The same columns over `player_totals`."""
    return f"sumForEachMerge(h.counts) AS counts, {_RESULTS}"


_RESULTS = (
    "sum(h.hands) AS hands, sum(h.net) AS net, sum(h.net / h.big_blind) AS big_blinds,"
    " sum(h.ev_milli / h.big_blind) / 1000 AS ev_big_blinds, sum(h.rake) AS rake_paid,"
    " sum(h.insurance) AS insurance_won"
)


def figures_of(row: Mapping[str, Any]) -> Figures:
    """A row of those columns."""
    counts = dict(zip(counted(), row["counts"], strict=True))
    return Figures(
        hands=row["hands"],
        ratios={name: Ratio(counts[name], counts[f"{name}_of"]) for name in TITLES},
        net=row["net"],
        big_blinds=row["big_blinds"],
        ev_big_blinds=row["ev_big_blinds"],
        rake_paid=row["rake_paid"],
        insurance_won=row["insurance_won"],
    )
