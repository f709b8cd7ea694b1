"""Where the button and the blinds go: dead and moving button, heads-up, a fresh start (R3.1-R3.4, R3.16)."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import msgspec

from riverrun.contracts.table_config import ButtonMethod
from riverrun.holdem.state import Places
from riverrun.kernel.identifiers import SeatNo

CIRCLE = 16
"""More than any seat number, so that differences go round."""


class Lineup(msgspec.Struct, frozen=True, gc=False):
    """Who plays the next hand and where: `seats` in order from the left of the button."""

    button: SeatNo
    small_blind: SeatNo | None
    small_blind_place: SeatNo
    big_blind: SeatNo
    seats: tuple[SeatNo, ...]


def clockwise_from(place: SeatNo, seats: Iterable[SeatNo]) -> tuple[SeatNo, ...]:
    """Seats in order, beginning with the first one left of `place`; `place` itself comes last."""
    order = sorted(seats)
    first = bisect_right(order, place)
    return (*order[first:], *order[:first])


def is_between(seat: SeatNo, start: SeatNo, end: SeatNo) -> bool:
    """Whether a seat lies left of `start` and right of `end`; from a seat to itself is once around."""
    return 0 < (seat - start) % CIRCLE <= (end - start - 1) % CIRCLE


def fresh_lineup(seats: Sequence[SeatNo], draw: int) -> Lineup:
    """Play starts: the button is drawn among those seated, all are dealt in (R3.16)."""
    seats = sorted(seats)
    at = draw % len(seats)
    button = seats[at]
    order = (*seats[at + 1 :], *seats[: at + 1])
    if len(seats) == 2:
        return Lineup(button, button, button, order[0], order)
    return Lineup(button, order[0], order[0], order[1], order)


def next_lineup(
    method: ButtonMethod,
    last: Places,
    active: Sequence[SeatNo],
    waiting: Sequence[SeatNo],
    posting: Sequence[SeatNo],
) -> Lineup | None:
    """The next hand's places, from at least one `active` player; None where no two can be dealt in.

    `waiting` players come in on the big blind alone; `posting` ones too, or at once unless their seat is the
    button, the small blind's place or between button and big blind (R3.8).
    """
    candidates = (*active, *waiting, *posting)
    if method == "dead":
        button, small_place, big = _dead(last, candidates)
    else:
        button, small_place, big = _moving(last, active, candidates)
    dealt = {*active} | ({big} if big in candidates else set())
    dealt |= {seat for seat in posting if _may_post(seat, button, small_place, big)}
    if len(dealt) < 2:
        return None
    if len(dealt) == 2:
        (button,) = dealt - {big}
        return Lineup(button, button, button, big, clockwise_from(button, dealt))
    if button == big:  # heads-up the small blind was there: the one before takes the button
        button = clockwise_from(small_place, dealt - {small_place})[-1]
    small = small_place if small_place in dealt else None
    return Lineup(button, small, small_place, big, clockwise_from(button, dealt))


def _dead(last: Places, candidates: Sequence[SeatNo]) -> tuple[SeatNo, SeatNo, SeatNo]:
    big = clockwise_from(last.big_blind, candidates)[0]
    return last.small_blind, last.big_blind, big


def _moving(
    last: Places, active: Sequence[SeatNo], candidates: Sequence[SeatNo]
) -> tuple[SeatNo, SeatNo, SeatNo]:
    if len(active) == 2 and len(candidates) == 2:
        big = clockwise_from(last.big_blind, active)[0]
        return last.button, last.button, big
    button = clockwise_from(last.button, active)[0]
    small = clockwise_from(button, active)[0]
    big = clockwise_from(small, candidates)[0]
    if big != last.big_blind:
        return button, small, big
    big = clockwise_from(last.big_blind, candidates)[0]
    others = [seat for seat in clockwise_from(last.big_blind, active) if seat not in (big, last.big_blind)]
    return others[-1] if others else last.big_blind, last.big_blind, big


def _may_post(seat: SeatNo, button: SeatNo, small_place: SeatNo, big: SeatNo) -> bool:
    return seat not in (button, small_place) and not is_between(seat, button, big)
