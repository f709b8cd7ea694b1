"""Players' time banks: filled, started by the clock or on request, stopped by the answer (R8.1)."""

from collections.abc import Sequence

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import UseTimeBank
from riverrun.contracts.table_events import TimeBankFilled, TimeBankStarted, TimeBankStopped
from riverrun.holdem.state import Departed, Table, Turn, seat_at
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide.draft import Draft
from services.table.decide.turns import own_turn
from services.table.rules import clocks


def fill_on_sitting_down(draft: Draft, known: Departed | None, number: SeatNo) -> None:
    """Who is new here begins with a full bank; who has been here before has what he left with."""
    left_ms = clocks.first_filling(draft.config.time_bank) if known is None else known.time_bank_ms
    if left_ms:
        draft.record(TimeBankFilled(number, left_ms))


def gain(draft: Draft, dealt: Sequence[SeatNo]) -> None:
    """After a hand: those of its players whose hands make up the number gain time."""
    bank = draft.config.time_bank
    if not bank.gain_ms:
        return
    for seat in draft.table.seats:
        if seat.seat in dealt:
            left_ms = clocks.gained(bank, seat.hands_dealt, seat.time_bank_ms)
            if left_ms != seat.time_bank_ms:
                draft.record(TimeBankFilled(seat.seat, left_ms))


def start(table: Table) -> Draft:
    """The normal time is over: the bank of the player to act begins to run."""
    draft = Draft(table)
    turn = draft.betting.turn
    assert turn is not None, "no turn is open"
    _start(draft, turn)
    return draft


def use(table: Table, player: PlayerId, command: UseTimeBank) -> Draft:
    """The player to act asks for his bank before the normal time is over; it runs from that moment on."""
    _, turn = own_turn(table, player, command.hand, command.turn)
    seat = seat_at(table, turn.seat)
    if turn.time_bank_ms or seat is None or not seat.time_bank_ms:
        raise refusals.NoTimeBank
    draft = Draft(table)
    _start(draft, turn)
    return draft


def stop(draft: Draft, turn: Turn, now_ms: int) -> None:
    """The turn is answered; what is left of the bank stays."""
    if turn.time_bank_ms:
        draft.record(TimeBankStopped(turn.seat, clocks.bank_left(turn, now_ms)))


def _start(draft: Draft, turn: Turn) -> None:
    seat = seat_at(draft.table, turn.seat)
    assert seat is not None, "the seat of a player in the hand is taken"
    draft.record(TimeBankStarted(turn.seat, seat.time_bank_ms, turn.deadline_ms + seat.time_bank_ms))
