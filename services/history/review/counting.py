"""Counts meetings from the rows of finished hands, as the projector makes them.

The same sums come out of ClickHouse (`asked_sums.py`); a test holds one against the other.
"""

from collections.abc import Iterator
from itertools import combinations
from math import log
from operator import itemgetter
from typing import Any, NamedTuple

from services.history.projection import words
from services.history.projection.hand_rows import Rows
from services.history.review.meetings import Meetings, pair_of
from services.history.review.spots import bet_cell, fold_cell, press_cell, raise_cell

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
_HAND = itemgetter(0, 1)
_DECISIONS = frozenset((words.FOLD, words.CHECK, words.CALL, words.BET, words.RAISE))
_VOLUNTARY = frozenset((words.BET, words.RAISE))


class Sat(NamedTuple):
    """As much of a row of `seats` as is counted; `won` in big blinds, all-in luck taken out."""

    player: str
    won: float


class Decided(NamedTuple):
    """As much of a row of `actions` as is counted."""

    at_ms: int
    player: str
    street: int
    kind: int
    price: int
    pot: int
    can_raise: bool
    by_clock: bool
    think_ms: int


def count_rows(meetings: Meetings, rows: Rows) -> None:
    """Add all hands of the rows."""
    for big_blind, sat, decided in _hands(rows):
        count_hand(meetings, big_blind, sat, decided)


def count_hand(meetings: Meetings, big_blind: int, sat: list[Sat], decided: list[Decided]) -> None:
    """Add one hand; `decided` in its order."""
    _results(meetings, sat)
    live = [one.player for one in sat]
    street, raiser, raises, called, checked = -1, "", 0, False, False
    for one in decided:
        if one.street != street:
            street, raiser, raises, called, checked = one.street, "", 0, False, False
        _meet(meetings, one, live, raiser, raises, called, checked)
        _pace(meetings, one, big_blind)
        if one.kind == words.FOLD:
            live.remove(one.player)
        elif one.kind in _VOLUNTARY:
            raiser, raises = one.player, raises + 1
        elif one.kind == words.CALL:
            called = True
        else:
            checked = True


def _meet(
    meetings: Meetings, one: Decided, live: list[str], raiser: str, raises: int, called: bool, checked: bool
) -> None:
    """Which spots the decision was, and whom it met there."""
    two, raised = len(live) == 2, one.kind in _VOLUNTARY
    if raiser and raiser != one.player:
        if two:
            big = 2 * one.price >= one.pot
            _choose(meetings, one, raiser, fold_cell(one.street, big), one.kind == words.FOLD)
        if one.can_raise:
            cell = raise_cell(one.street) if two else press_cell(one.street, raises, called)
            _choose(meetings, one, raiser, cell, raised)
    elif two and one.street and not raiser and one.can_raise:
        other = live[1] if live[0] == one.player else live[0]
        _choose(meetings, one, other, bet_cell(one.street, checked), raised)


def _choose(meetings: Meetings, one: Decided, other: str, cell: int, did: bool) -> None:
    choices = meetings.choices[one.player, other, cell]
    choices.could += 1
    choices.did += did


def difficulty(street: int, price: int, pot: int, big_blind: int) -> int:
    """How much there is to think about: 0 little, 4 most."""
    if street == words.PREFLOP:
        return 0 if price <= big_blind else 1
    if price == 0:
        return 2
    return 3 if 3 * price < pot else 4


def _pace(meetings: Meetings, one: Decided, big_blind: int) -> None:
    alone = meetings.alone[one.player]
    day, within = divmod(one.at_ms, DAY_MS)
    alone.hours[day] |= 1 << within // HOUR_MS
    if not one.by_clock and one.think_ms:
        pace = alone.paces[difficulty(one.street, one.price, one.pot, big_blind)]
        thought = log(one.think_ms)
        pace.decisions += 1
        pace.log_ms += thought
        pace.log_ms_squared += thought * thought


def _results(meetings: Meetings, sat: list[Sat]) -> None:
    """Each winner gets from each loser by the loser's part of all that was lost."""
    lost = 0.0
    for one in sat:
        alone = meetings.alone[one.player]
        alone.hands += 1
        alone.won += one.won
        alone.won_squared += one.won * one.won
        lost -= min(one.won, 0.0)
    for first, second in combinations(sorted(sat), 2):
        shared = meetings.shared[pair_of(first.player, second.player)]
        shared.hands += 1
        both = first.won + second.won
        shared.both += both
        shared.both_squared += both * both
        if first.won * second.won < 0:
            flow = -first.won * second.won / lost if second.won > 0 else first.won * second.won / lost
            shared.flow += flow
            shared.flow_squared += flow * flow


def _hands(rows: Rows) -> Iterator[tuple[int, list[Sat], list[Decided]]]:
    """Big blind, seats and decisions of each hand that was not voided."""
    seats: dict[Any, list[Sat]] = {}
    blinds: dict[Any, int] = {}
    actions: dict[Any, list[Decided]] = {}
    for row in rows["seats"]:
        if not row[_VOIDED]:
            key = _HAND(row)
            blinds[key] = row[_BIG_BLIND]
            seats.setdefault(key, []).append(Sat(row[3], row[_EV_MILLI] / 1000 / row[_BIG_BLIND]))
    for row in rows["actions"]:
        key = _HAND(row)
        if row[8] in _DECISIONS and key in seats:
            decided = Decided(
                row[3], row[4], row[7], row[8], row[11], row[12], row[15] > 0, row[17] > 0, row[18]
            )
            actions.setdefault(key, []).append(decided)
    for key, sat in seats.items():
        yield blinds[key], sat, actions.get(key, [])


_BIG_BLIND, _EV_MILLI, _VOIDED = 11, 19, 20
"""Places in a row of `seats` (schema/0001_hands.sql)."""
