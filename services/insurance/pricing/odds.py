"""Odds: how many chips are paid for each chip of premium when an out comes, exactly (R9.6)."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import TypeAlias

Odds: TypeAlias = Fraction
OddsTable: TypeAlias = tuple[Odds, ...]
"""The odds for 1, 2, … 14 outs kept."""

MOST_OUTS = 14
BPS = 10_000

_PRINTED = {
    1: "30", 2: "15", 3: "10", 4: "7", 5: "6", 6: "5", 7: "4", 8: "3.5", 9: "3", 10: "2.5", 12: "2",
    14: "1.6",
}  # fmt: skip
_BETWEEN_NEIGHBOURS = (11, 13)


class HoleInTable(ValueError):
    """No odds for a number of outs that can be insured."""

    def __init__(self, outs: int) -> None:
        super().__init__(f"no odds for {outs} outs")
        self.outs = outs


def _cut(odds: Odds, decimals: int) -> Odds:
    scale = 10**decimals
    return Fraction(floor(odds * scale), scale)


def whole_table(rows: Mapping[int, Odds]) -> OddsTable:
    """A club's rows as a table. Raises `HoleInTable`.

    11 and 13 outs may be left to it: the mean of the neighbours, rounded down to one decimal.
    """
    filled = dict(rows)
    for outs in _BETWEEN_NEIGHBOURS:
        if outs not in rows and outs - 1 in rows and outs + 1 in rows:
            filled[outs] = _cut((rows[outs - 1] + rows[outs + 1]) / 2, 1)
    for outs in range(1, MOST_OUTS + 1):
        if outs not in filled:
            raise HoleInTable(outs)
    return tuple(filled[outs] for outs in range(1, MOST_OUTS + 1))


USUAL_TABLE = whole_table({outs: Fraction(odds) for outs, odds in _PRINTED.items()})
"""What a club sells by unless it sets rows of its own."""


def fair_odds(unseen: int, outs: int, kept: int) -> Odds:
    """What neither side gains by: a premium on every card but the outs, the coverage on each kept one."""
    return Fraction(unseen - outs, kept)


def odds_by_table(table: OddsTable, unseen: int, outs: int, kept: int) -> Odds:
    """The lower of the table's and the fair odds: the club never pays better than fair."""
    return min(table[kept - 1], fair_odds(unseen, outs, kept))


def odds_by_margin(margin_bps: int, unseen: int, outs: int, kept: int) -> Odds:
    """The fair odds less the club's margin, cut to two decimals."""
    return _cut(fair_odds(unseen, outs, kept) * Fraction(BPS - margin_bps, BPS), 2)
