"""The whole table as one viewer may see it.

The start of a feed, and the answer to who comes back (R1.6, R8.5).
"""

from typing import assert_never

import msgspec

from riverrun.contracts.views import (
    CutterView,
    EquityView,
    HandView,
    OwnView,
    PhaseName,
    PotView,
    PresetView,
    QuestionView,
    SeatView,
    ShareView,
    TableView,
    TurnView,
    WaiterView,
)
from riverrun.holdem.insurance_view import insurance_view
from riverrun.holdem.redact import Viewer
from riverrun.holdem.state import (
    AllIn,
    Betting,
    Cutting,
    Hand,
    HandPlayer,
    Over,
    Phase,
    Question,
    Seat,
    Showdown,
    Straddling,
    Table,
    player_at,
    pot_of,
    seat_at,
)
from riverrun.kernel.cards import text_of


def view_of(table: Table, viewer: Viewer) -> TableView:
    """Public parts for everyone; `you` for the viewer alone."""
    return TableView(
        table=table.table,
        config=msgspec.to_builtins(table.config),
        hand_number=table.hand_number,
        seats=tuple(_seat_view(seat, table.hand) for seat in table.seats),
        hand=None if table.hand is None else _hand_view(table.hand),
        you=_own_view(table, viewer),
        draining=table.draining,
        suspended=table.suspended,
        owner=table.owner,
        paused=table.paused,
        closing=table.closing,
        closed=table.closed,
        next_config=None if table.next_config is None else msgspec.to_builtins(table.next_config),
        bomb_pot_called=table.bomb_pot_called,
        waiting_list=tuple(
            WaiterView(waiter.player, waiter.name, waiter.seat, waiter.until_ms)
            for waiter in table.waiting_list
        ),
        muted=table.muted,
        rolled_to="" if table.rolled is None else table.rolled.successor,
    )


def _seat_view(seat: Seat, hand: Hand | None) -> SeatView:
    player = None if hand is None else player_at(hand, seat.seat)
    if player is None:
        return SeatView(
            seat=seat.seat,
            player=seat.player,
            name=seat.name,
            stack=seat.stack,
            standing=seat.standing,
            time_bank_ms=seat.time_bank_ms,
            disconnected=seat.disconnected,
            owes_small=seat.owes_small,
            owes_big=seat.owes_big,
            held_hands=seat.held_hands,
        )
    return SeatView(
        seat=seat.seat,
        player=seat.player,
        name=seat.name,
        stack=seat.stack + player.stack,
        standing=seat.standing,
        in_hand=True,
        folded=player.folded,
        all_in=_is_all_in(player, hand),
        bet=player.bet,
        contribution=player.contribution + player.dead,
        cards=text_of(player.cards),
        time_bank_ms=seat.time_bank_ms,
        disconnected=seat.disconnected,
    )


def _is_all_in(player: HandPlayer, hand: Hand | None) -> bool:
    over = hand is None or type(hand.phase) is Over
    return not over and not player.folded and not player.stack


def _hand_view(hand: Hand) -> HandView:
    phase = hand.phase.betting if isinstance(hand.phase, Straddling | Cutting) else hand.phase
    betting = phase if type(phase) is Betting else None
    return HandView(
        hand=hand.hand,
        phase=_phase_name(hand.phase),
        street=hand.street,
        button=hand.button,
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        boards=tuple(text_of(board) for board in hand.boards),
        pot=pot_of(hand),
        pots=tuple(PotView(pot.amount, pot.contenders) for pot in hand.pots),
        current_bet=0 if betting is None else betting.current_bet,
        commitment=hand.commitment.hex(),
        turn=None if betting is None else _turn_view(betting),
        question=_question_view(hand.question),
        cutters=_cutter_views(hand),
        equities=_equity_views(hand),
        insurance=insurance_view(hand.insurance),
    )


def _phase_name(phase: Phase) -> PhaseName:
    match phase:
        case Betting():
            return "betting"
        case Straddling():
            return "straddling"
        case Cutting():
            return "cutting"
        case AllIn():
            return "all_in"
        case Showdown():
            return "showdown"
        case Over():
            return "over"
        case _:
            assert_never(phase)


def _turn_view(betting: Betting) -> TurnView | None:
    turn = betting.turn
    if turn is None:
        return None
    return TurnView(
        turn=turn.turn,
        seat=turn.seat,
        call_amount=turn.call_amount,
        min_raise_to=turn.min_raise_to,
        max_raise_to=turn.max_raise_to,
        deadline_ms=turn.deadline_ms,
        time_bank_ms=turn.time_bank_ms,
    )


def _question_view(question: Question | None) -> QuestionView | None:
    """Who has answered what is a secret until it is settled."""
    if question is None:
        return None
    return QuestionView(question.kind, question.seats, question.number, question.deadline_ms)


def _cutter_views(hand: Hand) -> tuple[CutterView, ...]:
    """Nonces are a secret until the deck is cut."""
    if hand.cut is None:
        return ()
    done = type(hand.phase) is not Cutting
    return tuple(
        CutterView(one.seat, one.commitment.hex(), one.nonce.hex() if done else "")
        for one in hand.cut.cutters
    )


def _equity_views(hand: Hand) -> tuple[EquityView, ...]:
    """As long as cards are to come."""
    if type(hand.phase) is not AllIn:
        return ()
    return tuple(
        EquityView(one.pot, one.board, one.ways, tuple(ShareView(seat, share) for seat, share in one.shares))
        for one in hand.equities
    )


def _preset_view(hand: Hand | None, seat: Seat) -> PresetView | None:
    """As long as it can still come to that: it ends with the street."""
    if hand is None or type(hand.phase) is not Betting:
        return None
    for preset in hand.presets:
        if preset.seat == seat.seat and preset.street == hand.street:
            return PresetView(preset.move, preset.street, preset.call_amount)
    return None


def _own_view(table: Table, viewer: Viewer) -> OwnView | None:
    seat = None if viewer.seat is None else seat_at(table, viewer.seat)
    if seat is None:
        return None
    return OwnView(
        seat=seat.seat,
        hole_cards=text_of(viewer.cards),
        top_up_queued=seat.top_up_queued,
        sit_out_queued=seat.sit_out_queued,
        leave_queued=seat.leave_queued,
        run_it=seat.run_it,
        straddle=seat.straddle,
        move_queued=seat.move_queued,
        move_posts=seat.move_posts,
        top_up_below=seat.top_up_below,
        top_up_to=seat.top_up_to,
        out_at_big_blind=seat.out_at_big_blind,
        preset=_preset_view(table.hand, seat),
        dismissed=seat.dismissed,
    )
