"""How the beginning and the end of a hand, and the rake, change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import HandEnded, HandSealed, HandStarted, RakeTaken
from riverrun.holdem.state import Betting, Hand, HandPlayer, Over, Places, Seat, Table


def _hand_started(table: Table, event: HandStarted) -> Table:
    taken = {seat.seat: seat for seat in table.seats}
    players = []
    for dealt in event.players:
        number = dealt.seat
        seat = taken[number]
        players.append(HandPlayer(number, dealt.player, dealt.stack, time_outs=seat.time_outs))
        taken[number] = replace(
            seat,
            stack=seat.stack - dealt.stack,
            standing="active",
            posts=False,
            hands_dealt=seat.hands_dealt + 1,
            owes_small=False,
            owes_big=False,
            newcomer=False,
            held_hands=0,
        )
    dealt_in = tuple([player.seat for player in players])
    if len(dealt_in) < len(taken):
        taken = {
            number: seat if number in dealt_in else _left_out(seat, event) for number, seat in taken.items()
        }
    minimum_bet = table.config.big_blind
    hand = Hand(
        event.hand,
        event.button,
        event.small_blind,
        event.big_blind,
        event.bomb_pot,
        minimum_bet,
        event.commitment,
        event.deck_box,
        event.key_id,
        dealt_in,
        tuple(players),
        Betting(0, minimum_bet, 0),
    )
    if event.boards > 1:
        none = ((),) * event.boards
        hand = replace(hand, boards=none, board_positions=none, side_by_side=True)
    return replace(
        table,
        hand=hand,
        hand_number=event.hand,
        places=_places_of(event),
        seats=tuple(taken.values()),
        bomb_pot_called=table.bomb_pot_called and not event.bomb_pot,
    )


def _left_out(seat: Seat, event: HandStarted) -> Seat:
    """A seat that is not dealt in: blinds may have passed it, and it has waited another hand."""
    number = seat.seat
    if not (seat.held_hands or number in event.missed or number in event.missed_small):
        return seat
    return replace(
        seat,
        owes_small=seat.owes_small or number in event.missed_small,
        owes_big=seat.owes_big or number in event.missed,
        held_hands=max(0, seat.held_hands - 1),
    )


def _places_of(event: HandStarted) -> Places:
    small_blind = event.button if event.small_blind_place is None else event.small_blind_place
    big_blind = event.button if event.big_blind is None else event.big_blind
    return Places(event.button, small_blind, big_blind)


def _rake_taken(table: Table, event: RakeTaken) -> Table:
    hand = _hand(table)
    return replace(table, raked=table.raked + event.amount, hand=replace(hand, paid=hand.paid + event.amount))


def _hand_ended(table: Table, event: HandEnded) -> Table:
    hand = _hand(table)
    stacks = dict(event.stacks)
    taken = {seat.seat: seat for seat in table.seats}
    players = []
    for player in hand.players:
        number = player.seat
        seat = taken[number]
        taken[number] = replace(seat, stack=seat.stack + stacks[number], time_outs=player.time_outs)
        players.append(replace(player, stack=0, bet=0, contribution=0, dead=0))
    phase = Over(event.ended_by, event.ended_ms, event.show_until_ms)
    over = replace(hand, players=tuple(players), paid=0, phase=phase)
    return replace(table, seats=tuple(taken.values()), hand=over)


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
