"""How an invented player plays: a few habits, so that honest people differ as widely as real ones."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Style:
    """Shares from 0 to 1; `size` is a bet's part of the pot.

    `reads`: how much he minds who bets and who would have to call. Thinking times are lognormal: `mind` is
    the logarithm of the usual milliseconds, `doubt` what a step of difficulty adds, `whim` how they scatter.
    """

    name: str
    plays: float
    opens: float
    reraises: float
    sticks: float
    bets: float
    bluffs: float
    calls: float
    raises: float
    size: float
    reads: float = 0.0
    mind: float = 7.3
    doubt: float = 0.25
    whim: float = 0.6


STYLES = (
    Style("rock", 0.13, 0.60, 0.02, 0.35, 0.60, 0.05, 0.30, 0.30, 0.60),
    Style("tight-aggressive", 0.22, 0.88, 0.07, 0.40, 0.85, 0.30, 0.40, 0.60, 0.66),
    Style("loose-aggressive", 0.36, 0.85, 0.12, 0.55, 0.95, 0.45, 0.50, 0.75, 0.75),
    Style("maniac", 0.58, 0.80, 0.18, 0.70, 1.00, 0.60, 0.65, 0.85, 0.95),
    Style("loose-passive", 0.48, 0.20, 0.02, 0.75, 0.45, 0.10, 0.60, 0.15, 0.45),
    Style("station", 0.60, 0.08, 0.01, 0.90, 0.35, 0.05, 0.95, 0.08, 0.40),
    Style("tight-passive", 0.18, 0.25, 0.01, 0.50, 0.40, 0.03, 0.45, 0.10, 0.50),
)
_SHARES = ("plays", "opens", "reraises", "sticks", "bets", "bluffs", "calls", "raises")


def drawn_style(chance: Random) -> Style:
    """One of the styles, bent by a quarter this way or that, with a pace of its own."""
    kind = chance.choice(STYLES)
    bent = {name: min(1.0, getattr(kind, name) * chance.uniform(0.75, 1.25)) for name in _SHARES}
    return Style(
        kind.name,
        **bent,
        size=kind.size * chance.uniform(0.8, 1.25),
        reads=chance.choice((0.0, 0.0, 0.5, 1.0)),
        mind=chance.gauss(7.3, 0.35),
        doubt=chance.uniform(0.12, 0.4),
        whim=chance.uniform(0.4, 0.85),
    )
