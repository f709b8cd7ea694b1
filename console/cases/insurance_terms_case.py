"""Cases of types `insurance_policy`, `odds_table`, `odds_formula`: who may buy when, at which odds (R9)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from console.cases.insurance_shapes import OddsTableCase, PolicyCase, PolicyRow
from console.cases.insured_pot import InsuredPot
from console.cases.verdict import Difference, differing
from riverrun.kernel.cards import cards
from services.insurance.pricing.coverage import premium_of
from services.insurance.pricing.next_card import Outcomes
from services.insurance.pricing.odds import USUAL_TABLE, odds_by_margin, whole_table
from services.insurance.pricing.outs import why_no_offer
from services.insurance.pricing.quote import NoOffer, quote_pots
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.table.rules.insurance_sale import why_closed, why_not

_FAVOURITE, _UNDERDOG = 1, 2
_HANDS = {_FAVOURITE: cards("AhAd"), _UNDERDOG: cards("KsKd")}
_BOARDS = {"preflop": "", "flop": "2c7d9h", "turn": "2c7d9hJs", "river": "2c7d9hJs4s"}
_UNSEEN = {"flop": 45, "turn": 44}
SMALLEST_PART = Fraction(1, 100)
"""Odds are cut to hundredths (R9.6); a case that rounds them, or does not cut at all, differs by less."""


def allow_sales(case: PolicyCase) -> list[Difference]:
    """Each row's situation; cards are made up so that there are as many outs as it says."""
    found: list[Difference] = []
    for number, row in enumerate(case.rows, start=1):
        reason = _refused(row)
        found += differing(f"row {number}, allowed", row.allowed, reason is None)
        found += differing(f"row {number}, reason", row.reason, reason)
    return found


def _refused(row: PolicyRow) -> str | None:
    """Why nothing is sold: of the whole hand, of this pot, or of this choice."""
    board = cards(_BOARDS[row.street])
    if closed := why_closed(row.enabled, row.all_in, 2 if row.rit_agreed else 1, board):
        return closed
    each = row.pot // 2
    pot = Pot(row.pot, (Contender(_FAVOURITE, each), Contender(_UNDERDOG, each)))
    (quoted,) = quote_pots(Spot(board, _HANDS, (pot,)), _with_outs(row.outs or 0, _UNSEEN[row.street]))
    if isinstance(quoted, NoOffer):
        return quoted.reason
    offer = InsuredPot(row.pot, _HANDS).offer(board, quoted)
    buyer = _FAVOURITE if row.buyer == "favourite" else _UNDERDOG
    return why_not(offer, buyer, quoted.price.most if row.coverage is None else row.coverage)


def _with_outs(outs: int, unseen: int) -> Outcomes:
    leaders = [_UNDERDOG] * outs + [_FAVOURITE] * (unseen - outs)
    return Outcomes(now=((_FAVOURITE,),), after={card: ((seat,),) for card, seat in enumerate(leaders)})


def read_table(case: OddsTableCase) -> list[Difference]:
    """The usual table row by row; rows between are left to be filled; other numbers are never offered."""
    found: list[Difference] = []
    for outs, odds in case.odds.items():
        found += differing(f"odds of {outs}", str(Fraction(odds)), str(USUAL_TABLE[outs - 1]))
    printed = {outs: Fraction(odds) for outs, odds in case.odds.items() if outs not in case.interpolated}
    found += differing("rows between", _texts(USUAL_TABLE), _texts(whole_table(printed)))
    for outs in case.not_offered:
        found += differing(f"offered with {outs}", False, why_no_offer(outs) is None)
    return found


def _texts(table: tuple[Fraction, ...]) -> list[str]:
    return [str(odds) for odds in table]


def work_out_odds(case: Mapping[str, Any]) -> list[Difference]:
    """Each row's odds by the formula, and its premium; what a row does not say stands beside the rows."""
    found: list[Difference] = []
    for row in _rows(case):
        outs = int(_first(row, "outs", "outs_count"))
        odds = odds_by_margin(_margin_bps(row), _unseen(row), outs, outs)
        expected = Fraction(str(_first(row, "odds", "expect")))
        if abs(expected - odds) >= SMALLEST_PART:
            found += differing(f"odds of {outs}", str(expected), str(odds))
        if "premium" in row:
            found += differing(f"premium of {outs}", row["premium"], premium_of(row["coverage"], odds))
    return found


def _rows(case: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    beside = _told_in(case, "config", "expect")
    if "rows" in beside:
        yield from (_told_in({**beside, **row}, "expect") for row in beside["rows"])
        return
    odds = beside.get("odds", {name: told for name, told in beside.items() if name.isdigit()})
    if isinstance(odds, Mapping):
        yield from ({**beside, "outs": outs, "odds": one} for outs, one in odds.items())
    else:
        yield beside


def _told_in(told: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """What is told, and with it what is told in parts of it."""
    parts = [told[name] for name in names if isinstance(told.get(name), Mapping)]
    return dict(told) | {field: value for part in parts for field, value in part.items()}


def _first(row: Mapping[str, Any], *names: str) -> Any:
    return next(row[name] for name in names if name in row)


def _unseen(row: Mapping[str, Any]) -> int:
    return int(row["unseen"]) if "unseen" in row else _UNSEEN[row["street"]]


def _margin_bps(row: Mapping[str, Any]) -> int:
    """A margin as a part (`0.05`) or in percent (`5`, `5%`), unless it is given in basis points."""
    if "margin_bps" in row:
        return int(row["margin_bps"])
    given = Fraction(str(_first(row, "margin", "margin_percent", "margin_pct")).rstrip("%"))
    return int(given * (10_000 if given < 1 else 100))
