"""How the beginning and the end of a hand, and the rake, change a table."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    BlindPosted,
    HandEnded,
    HandMucked,
    HandSealed,
    HandShown,
    HandStarted,
    RakeTaken,
)
from riverrun.holdem.state import Betting, Hand, HandPlayer, Over, Places, Seat, Table
from riverrun.kernel.chips import Chips


def _hand_started(table: Table, event: HandStarted) -> Table:
    return begun(table, event, (), ())


def begun(
    table: Table, event: HandStarted, blinds: Iterable[BlindPosted], positions: tuple[tuple[int, int], ...]
) -> Table:
    """The table once a hand has started, its two blinds stand and its cards are dealt, made at once."""
    taken = {seat.seat: seat for seat in table.seats}
    players = []
    dealt_in = []
    for dealt in event.players:
        number = dealt.seat
        seat = taken[number]
        dealt_in.append(number)
        players.append(HandPlayer(number, dealt.player, dealt.stack, 0, 0, 0, -1, False, seat.time_outs))
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
    if len(dealt_in) < len(taken):
        taken = {
            number: seat if number in dealt_in else _left_out(seat, event) for number, seat in taken.items()
        }
    level = 0
    for blind in blinds:
        amount, level = blind.amount, blind.price
        at = dealt_in.index(blind.seat)
        player = players[at]
        players[at] = replace(player, stack=player.stack - amount, bet=amount, contribution=amount)
    minimum_bet = table.config.big_blind
    return replace(
        table,
        hand=_new_hand(event, players, Betting(level, minimum_bet, level), positions),
        hand_number=event.hand,
        places=_places_of(event),
        seats=tuple(taken.values()),
        bomb_pot_called=table.bomb_pot_called and not event.bomb_pot,
    )


def _new_hand(
    event: HandStarted,
    players: list[HandPlayer],
    betting: Betting,
    positions: tuple[tuple[int, int], ...],
) -> Hand:
    hand = Hand(
        event.hand,
        event.button,
        event.small_blind,
        event.big_blind,
        event.bomb_pot,
        betting.last_raise_size,
        event.commitment,
        event.deck_box,
        event.key_id,
        tuple([player.seat for player in players]),
        tuple(players),
        betting,
        positions,
        dealt=2 * len(positions),
    )
    if event.boards > 1:
        none = ((),) * event.boards
        hand = replace(hand, boards=none, board_positions=none, side_by_side=True)
    return hand


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
    return over(table, _hand(table), event)


def over(
    table: Table,
    hand: Hand,
    event: HandEnded,
    shown: Iterable[HandShown | HandMucked] = (),
    raked: Chips = 0,
    insured: Chips = 0,
) -> Table:
    """The table once this hand of it is over, after all that its showdown tells, made at once."""
    stacks = dict(event.stacks)
    told = {one.seat: one for one in shown}
    taken = {seat.seat: seat for seat in table.seats}
    players = []
    for player in hand.players:
        number = player.seat
        seat = taken[number]
        taken[number] = replace(seat, stack=seat.stack + stacks[number], time_outs=player.time_outs)
        one = told.get(number)
        if one is None:
            player = replace(player, stack=0, bet=0, contribution=0, dead=0)
        elif type(one) is HandShown:
            player = replace(player, stack=0, bet=0, contribution=0, dead=0, cards=one.cards, mucked=False)
        else:
            player = replace(player, stack=0, bet=0, contribution=0, dead=0, mucked=True)
        players.append(player)
    phase = Over(event.ended_by, event.ended_ms, event.show_until_ms)
    hand = replace(hand, players=tuple(players), phase=phase, paid=0)
    return replace(
        table,
        seats=tuple(taken.values()),
        hand=hand,
        raked=table.raked + raked,
        insured=table.insured + insured,
    )


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
