"""How the beginning and the end of a hand, and the rake, change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import HandEnded, HandSealed, HandStarted, RakeTaken
from riverrun.holdem.state import Betting, Hand, HandPlayer, Over, Places, Seat, Table


def _hand_started(table: Table, event: HandStarted) -> Table:
    small_blind_place = event.small_blind_place if event.small_blind_place is not None else event.button
    big_blind = event.big_blind if event.big_blind is not None else event.button
    minimum_bet = table.config.big_blind
    time_outs = {seat.seat: seat.time_outs for seat in table.seats}
    hand = Hand(
        hand=event.hand,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        seats=tuple([dealt.seat for dealt in event.players]),
        players=tuple(
            [
                HandPlayer(dealt.seat, dealt.player, dealt.stack, time_outs=time_outs[dealt.seat])
                for dealt in event.players
            ]
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
        seats=_seats_at_start(table, event),
    )


def _seats_at_start(table: Table, event: HandStarted) -> tuple[Seat, ...]:
    """Who is dealt in takes his stack into the hand; who is not may have missed the big blind."""
    stacks = {dealt.seat: dealt.stack for dealt in event.players}
    seats = []
    for seat in table.seats:
        if seat.seat in stacks:
            stack = seat.stack - stacks[seat.seat]
            seat = replace(seat, stack=stack, standing="active", missed=False, posts=False)
        elif seat.seat in event.missed:
            seat = replace(seat, missed=True)
        seats.append(seat)
    return tuple(seats)


def _rake_taken(table: Table, event: RakeTaken) -> Table:
    hand = _hand(table)
    return replace(table, raked=table.raked + event.amount, hand=replace(hand, paid=hand.paid + event.amount))


def _hand_ended(table: Table, event: HandEnded) -> Table:
    hand = _hand(table)
    stacks = dict(event.stacks)
    seats = list(table.seats)
    for at, seat in enumerate(seats):
        if seat.seat in stacks:
            player = hand.players[hand.seats.index(seat.seat)]
            stack = seat.stack + stacks[seat.seat]
            seats[at] = replace(seat, stack=stack, time_outs=player.time_outs)
    players = [replace(player, stack=0, bet=0, contribution=0, dead=0) for player in hand.players]
    phase = Over(event.ended_by, event.ended_ms, event.show_until_ms)
    over = replace(hand, players=tuple(players), paid=0, phase=phase)
    return replace(table, seats=tuple(seats), hand=over)


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
