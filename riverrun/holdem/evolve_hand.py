"""How the beginning and the end of a hand, and the rake, change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import HandEnded, HandSealed, HandStarted, RakeTaken
from riverrun.holdem.state import Betting, Hand, HandPlayer, Over, Places, Seat, Table
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


def _hand_started(table: Table, event: HandStarted) -> Table:
    stacks = {dealt.seat: dealt.stack for dealt in event.players}
    time_outs = {seat.seat: seat.time_outs for seat in table.seats}
    small_blind_place = event.small_blind_place if event.small_blind_place is not None else event.button
    big_blind = event.big_blind if event.big_blind is not None else event.button
    minimum_bet = table.config.big_blind
    hand = Hand(
        hand=event.hand,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        players=tuple(
            HandPlayer(dealt.seat, dealt.player, dealt.stack, time_outs=time_outs.get(dealt.seat, 0))
            for dealt in event.players
        ),
        phase=Betting(0, minimum_bet, 0),
        street="preflop",
        boards=((),),
        dealt=0,
        turns=0,
        pots=(),
        paid=0,
        minimum_bet=minimum_bet,
        bomb_pot=event.bomb_pot,
        commitment=event.commitment,
        deck_box=event.deck_box,
        key_id=event.key_id,
    )
    return replace(
        table,
        hand=hand,
        hand_number=event.hand,
        places=Places(event.button, small_blind_place, big_blind),
        seats=tuple(_seat_in_hand(seat, stacks, event.missed) for seat in table.seats),
    )


def _seat_in_hand(seat: Seat, stacks: dict[SeatNo, Chips], missed: tuple[SeatNo, ...]) -> Seat:
    stack = stacks.get(seat.seat)
    if stack is not None:
        return replace(seat, stack=seat.stack - stack, standing="active", missed=False, posts=False)
    return replace(seat, missed=True) if seat.seat in missed else seat


def _rake_taken(table: Table, event: RakeTaken) -> Table:
    hand = _hand(table)
    return replace(table, raked=table.raked + event.amount, hand=replace(hand, paid=hand.paid + event.amount))


def _hand_ended(table: Table, event: HandEnded) -> Table:
    hand = _hand(table)
    stacks = dict(event.stacks)
    time_outs = {player.seat: player.time_outs for player in hand.players}
    seats = tuple(
        replace(seat, stack=seat.stack + stacks[seat.seat], time_outs=time_outs[seat.seat])
        if seat.seat in stacks
        else seat
        for seat in table.seats
    )
    players = tuple(replace(player, stack=0, bet=0, contribution=0, dead=0) for player in hand.players)
    phase = Over(event.ended_by, event.ended_ms, event.show_until_ms)
    return replace(table, seats=seats, hand=replace(hand, players=players, paid=0, phase=phase))


def _hand_sealed(table: Table, _: HandSealed) -> Table:
    return replace(table, hand=None)


def _hand(table: Table) -> Hand:
    assert table.hand is not None, "no hand is in progress"
    return table.hand


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    HandStarted: _hand_started,
    RakeTaken: _rake_taken,
    HandEnded: _hand_ended,
    HandSealed: _hand_sealed,
}
