"""What is owed for blinds that were missed, and what it costs to be dealt in again (R3.7-R3.12)."""

from collections.abc import Iterable

import msgspec

from riverrun.contracts.table_config import TableConfig
from riverrun.holdem.state import Places, Seat
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.blinds import Lineup, is_between


class Missed(msgspec.Struct, frozen=True, gc=False):
    """Seats that a blind passes with this hand while nobody there takes it."""

    small: tuple[SeatNo, ...] = ()
    big: tuple[SeatNo, ...] = ()


NOTHING_MISSED = Missed()


def missed_blinds(last: Places, lineup: Lineup, absent: Iterable[SeatNo]) -> Missed:
    """Which of the `absent` seats the blinds pass on their way from the last hand's places to these."""
    small: list[SeatNo] = []
    big: list[SeatNo] = []
    for seat in absent:
        if seat in lineup.seats:
            continue
        if is_between(seat, last.big_blind, lineup.big_blind):
            big.append(seat)
        if _small_blind_passes(seat, last, lineup):
            small.append(seat)
    return Missed(tuple(small), tuple(big))


def _small_blind_passes(seat: SeatNo, last: Places, lineup: Lineup) -> bool:
    """The small blind never passes a seat before the big blind has: heads-up its place may lie beyond."""
    place = lineup.small_blind_place
    if place == last.small_blind or not is_between(seat, last.small_blind, lineup.big_blind):
        return False
    return seat == place or is_between(seat, last.small_blind, place)


def owes(seat: Seat) -> bool:
    """Whether the player missed a blind and has not made up for it."""
    return seat.owes_small or seat.owes_big


def is_free(seat: Seat) -> bool:
    """Whether a waiting player only comes back: he is not new, owes nothing and has waited his time."""
    return not (seat.newcomer or seat.held_hands or owes(seat))


def price_to_come_in(seat: Seat, config: TableConfig) -> tuple[Chips, Chips]:
    """What a waiting player posts to be dealt in at once: live and dead chips (R3.7, R3.9, R3.12)."""
    live = config.big_blind if seat.newcomer or seat.owes_big or seat.held_hands else 0
    return live, config.small_blind if seat.owes_small else 0


def comes_in_at_once(seat: Seat, config: TableConfig) -> bool:
    """Whether a waiting player need not wait for the big blind; R3.8 may still hold him off."""
    if seat.newcomer:
        entry = config.new_player_entry
        return entry == "post" or (entry == "choice" and seat.posts)
    if seat.held_hands and not (config.seat_change_post and seat.posts):
        return False
    return not owes(seat) or (config.dead_blinds and seat.posts)
