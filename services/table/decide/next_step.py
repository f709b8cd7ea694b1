"""What a table owes next, from its state alone: the continuation that live host and recovery share."""

from typing import assert_never

from riverrun.holdem.state import (
    AllIn,
    Betting,
    Cutting,
    Hand,
    Over,
    Showdown,
    Straddling,
    Table,
    seat_at,
)
from services.table.decide.dealing import can_start
from services.table.decide.owed import (
    AnnounceEnd,
    AnnounceRoll,
    AnswerForAbsent,
    AnswerPreset,
    AnswerTimeOut,
    AskForChips,
    CloseQuestion,
    CloseTable,
    DealRunout,
    GrantExtraTime,
    LapseOffer,
    MakeMoves,
    OfferInsurance,
    OfferSeat,
    Owed,
    RemoveAbsent,
    RestAtBigBlind,
    RollOver,
    SealHand,
    SeeOut,
    Settle,
    StartHand,
    StartTimeBank,
    StopPlay,
    Suspend,
)
from services.table.decide.presence import extra_time
from services.table.rules.ending import why_closing
from services.table.rules.insurance_sale import is_due
from services.table.rules.moves import queued
from services.table.rules.presets import fires
from services.table.rules.runouts import is_last_card
from services.table.rules.seating import dismissed_seat, pending_buy_in, seat_that_rests
from services.table.rules.waiting_list import first_to_lapse, next_offer


def steps_owed(table: Table) -> tuple[Owed, ...]:
    """All that the table owes: who is to leave, the game's next step, chips asked for, then seats to free.

    A suspended table owes nothing. Steps do not wait for each other: a hand goes on while an account is away.
    """
    if table.suspended or table.closed:
        return ()
    chips = tuple(Owed(AskForChips(one), f"chips.{one.transfer}") for one in table.transfers)
    owed = (_out(table), next_step(table), *chips, _kick(table), _end(table), _roll(table))
    return (*[one for one in owed if one is not None], *(_line(table) if table.waiting_list else ()))


def next_step(table: Table) -> Owed | None:
    """The game's next step, or None while the table waits for players."""
    if table.hand is not None:
        return _step_of_hand(table.hand, table)
    if table.draining:
        return Owed(Suspend(), f"drained.{table.hand_number}")
    if queued(table):
        return Owed(MakeMoves(), f"moves.{table.hand_number}")
    if why_closing(table):
        # Chips that are under way come first, and go back with the rest.
        return None if table.transfers else Owed(CloseTable(), f"close.{table.hand_number}")
    if table.rolling and not table.transfers:
        # Chips under way do not hold the game up: the table then rolls after the next hand.
        return Owed(RollOver(), f"roll.{table.hand_number}")
    if table.paused:
        return None
    resting = seat_that_rests(table)
    if resting is not None:
        return Owed(RestAtBigBlind(resting), f"rest.{table.hand_number}.{resting.seat}")
    if can_start(table):
        return Owed(StartHand(), f"hand.{table.hand_number + 1}")
    if table.places is not None:
        return Owed(StopPlay(), f"stop.{table.hand_number}")
    return None


def _step_of_hand(hand: Hand, table: Table) -> Owed:
    prefix = f"hand.{hand.hand}"
    match hand.phase:
        case Betting(turn=turn):
            assert turn is not None, "a betting round without a turn"
            seat = seat_at(table, turn.seat)
            if seat is not None and seat.leave_queued:
                return Owed(AnswerForAbsent(), f"{prefix}.turn.{turn.turn}")
            if turn.preset is not None and fires(turn.preset, hand.street, turn):
                return Owed(AnswerPreset(), f"{prefix}.turn.{turn.turn}.preset")
            if seat is not None and seat.disconnected and extra_time(table, hand, turn):
                return Owed(GrantExtraTime(), f"{prefix}.turn.{turn.turn}.extra", due_ms=turn.deadline_ms)
            if seat is not None and seat.time_bank_ms and not turn.time_bank_ms:
                return Owed(StartTimeBank(), f"{prefix}.turn.{turn.turn}.bank", due_ms=turn.deadline_ms)
            return Owed(AnswerTimeOut(), f"{prefix}.turn.{turn.turn}", due_ms=turn.deadline_ms)
        case Straddling():
            return _step_of_straddling(hand, table)
        case Cutting():
            assert hand.question is not None, "nobody is asked for a nonce"
            return Owed(CloseQuestion(), f"{prefix}.cut", due_ms=hand.question.deadline_ms)
        case AllIn():
            return _step_of_all_in(hand, table, prefix)
        case Showdown():
            return Owed(Settle(), f"{prefix}.settle")
        case Over(show_until_ms=until):
            return Owed(SealHand(), f"{prefix}.seal", due_ms=until)
        case _:
            assert_never(hand.phase)


def _step_of_all_in(hand: Hand, table: Table, prefix: str) -> Owed:
    """First how often the board is run, then insurance where that is once, then the next card (R2.3)."""
    if hand.question is not None:
        # An all-in on the flop may be asked about both before the turn card comes.
        asked = "insured" if hand.question.kind == "insurance" else "question"
        return Owed(CloseQuestion(), f"{prefix}.{asked}.{hand.dealt}", due_ms=hand.question.deadline_ms)
    if is_due(table.config.insurance.offered, hand):
        return Owed(OfferInsurance(), f"{prefix}.insurance.{hand.dealt}")
    clocks = table.config.clocks
    pause_ms = max(clocks.runout_ms, clocks.squeeze_ms) if is_last_card(hand) else clocks.runout_ms
    return Owed(DealRunout(), f"{prefix}.runout.{hand.dealt}", pause_ms=pause_ms)


def _out(table: Table) -> Owed | None:
    seat = dismissed_seat(table)
    return None if seat is None else Owed(SeeOut(seat), f"out.{seat.seat}.{table.transfers_begun}")


def _line(table: Table) -> tuple[Owed, ...]:
    """A free seat for who is first in line, unless no hand follows; and the offer that runs out first."""
    owed = []
    offer = None if table.draining or why_closing(table) else next_offer(table)
    if offer is not None:
        owed.append(Owed(OfferSeat(*offer), f"offer.{offer[1]}.{offer[0].player}"))
    first = first_to_lapse(table)
    if first is not None:
        owed.append(Owed(LapseOffer(first), f"lapse.{first.player}.{first.until_ms}", due_ms=first.until_ms))
    return tuple(owed)


def _step_of_straddling(hand: Hand, table: Table) -> Owed:
    """Who is leaving answers at once."""
    question = hand.question
    assert question is not None, "nobody is asked to straddle"
    seat = seat_at(table, question.seats[0])
    leaves = seat is not None and seat.leave_queued
    command = f"hand.{hand.hand}.straddle.{question.seats[0]}"
    return Owed(CloseQuestion(), command, due_ms=0 if leaves else question.deadline_ms)


def _end(table: Table) -> Owed | None:
    if not table.config.ends_at_ms or table.closing:
        return None
    return Owed(AnnounceEnd(), f"end.{table.config.ends_at_ms}", due_ms=table.config.ends_at_ms)


def _roll(table: Table) -> Owed | None:
    if not table.rolls_at_ms or table.rolling:
        return None
    return Owed(AnnounceRoll(), f"rolling.{table.rolls_at_ms}", due_ms=table.rolls_at_ms)


def _kick(table: Table) -> Owed | None:
    away = [
        seat
        for seat in table.seats
        if seat.standing == "sitting_out" and not pending_buy_in(table, seat.seat)
    ]
    if not away:
        return None
    first = min(away, key=lambda seat: seat.sat_out_ms)
    due_ms = first.sat_out_ms + table.config.clocks.kick_ms
    return Owed(RemoveAbsent(first), f"kick.{first.seat}.{first.sat_out_ms}", due_ms=due_ms)
