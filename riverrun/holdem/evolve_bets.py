"""How antes, blinds, turns and actions change a hand."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    AntePosted,
    BlindPosted,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    TurnStarted,
    UncalledBetReturned,
)
from riverrun.holdem.evolve_presets import taken_up
from riverrun.holdem.state import Betting, Hand, HandPlayer, Straddling, Turn
from riverrun.kernel.chips import Chips


def put(players: tuple[HandPlayer, ...], at: int, player: HandPlayer) -> tuple[HandPlayer, ...]:
    """The players with another one at place `at`."""
    changed = list(players)
    changed[at] = player
    return tuple(changed)


def _ante_posted(hand: Hand, event: AntePosted) -> Hand:
    at = hand.seats.index(event.seat)
    player = hand.players[at]
    stack = player.stack - event.amount
    if event.dead:
        player = replace(player, stack=stack, dead=player.dead + event.amount)
    else:
        player = replace(player, stack=stack, contribution=player.contribution + event.amount)
    return replace(hand, players=put(hand.players, at, player))


def _blind_posted(hand: Hand, event: BlindPosted) -> Hand:
    betting = hand.phase
    if type(betting) is Straddling:
        betting = betting.betting
        hand = replace(hand, question=None)
    assert type(betting) is Betting, "no betting is in progress"
    at = hand.seats.index(event.seat)
    players = list(hand.players)
    player = players[at]
    amount = event.amount
    stack = player.stack - amount
    kind = event.kind
    if kind == "dead":
        players[at] = replace(player, stack=stack, dead=player.dead + amount)
        return replace(hand, players=tuple(players))
    players[at] = replace(
        player, stack=stack, bet=player.bet + amount, contribution=player.contribution + amount
    )
    price = event.price
    level = betting.current_bet
    level = max(level, price)
    raise_size = price if kind == "straddle" else betting.last_raise_size
    return replace(hand, players=tuple(players), phase=Betting(level, raise_size, level))


Answer: TypeAlias = PlayerFolded | PlayerChecked | PlayerCalled | PlayerBet | PlayerRaised

Answered: TypeAlias = tuple[tuple[HandPlayer, ...], Betting]
"""What an answer changes of a hand; the betting round may still hold the turn that was answered."""


def with_answer(hand: Hand, players: tuple[HandPlayer, ...], betting: Betting) -> Hand:
    """The hand after an answer, and nobody is asked."""
    return replace(hand, players=players, phase=replace(betting, turn=None))


def with_turn(hand: Hand, players: tuple[HandPlayer, ...], betting: Betting, event: TurnStarted) -> Hand:
    """The hand once a player is asked, after an answer that made these players and this betting round."""
    number = event.turn
    seat = event.seat
    turn = Turn(
        number,
        hand.seats.index(seat),
        seat,
        event.call_amount,
        event.min_raise_to,
        event.max_raise_to,
        event.deadline_ms,
    )
    asked = replace(hand, players=players, phase=replace(betting, turn=turn), turns=number)
    return taken_up(asked) if hand.presets else asked


def _turn_started(hand: Hand, event: TurnStarted) -> Hand:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    return with_turn(hand, hand.players, betting, event)


def _player_answered(hand: Hand, event: Answer) -> Hand:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    turn = betting.turn
    assert turn is not None, "nobody is asked"
    assert turn.seat == event.seat, f"seat {event.seat} acts out of turn"
    players, betting = ANSWERED[type(event)](hand.players, betting, turn.at, event)
    return with_answer(hand, players, betting)


def _folded(players: tuple[HandPlayer, ...], betting: Betting, at: int, event: PlayerFolded) -> Answered:
    player = players[at]
    time_outs = player.time_outs + 1 if event.cause == "clock" else 0
    return put(players, at, replace(player, folded=True, time_outs=time_outs)), betting


def _checked(players: tuple[HandPlayer, ...], betting: Betting, at: int, event: PlayerChecked) -> Answered:
    player = players[at]
    time_outs = player.time_outs + 1 if event.cause == "clock" else 0
    return put(players, at, replace(player, acted_at=betting.current_bet, time_outs=time_outs)), betting


def _called(players: tuple[HandPlayer, ...], betting: Betting, at: int, event: PlayerCalled) -> Answered:
    return _paid(players, at, event.amount, betting.current_bet), betting


def _bet_or_raised(
    players: tuple[HandPlayer, ...], betting: Betting, at: int, event: PlayerBet | PlayerRaised
) -> Answered:
    to = event.to
    if event.full:
        betting = Betting(to, to - betting.current_bet, to, event.seat)
    else:
        betting = Betting(to, betting.last_raise_size, betting.last_full_raise_to, event.seat)
    return _paid(players, at, event.amount, to), betting


def _paid(players: tuple[HandPlayer, ...], at: int, amount: Chips, level: Chips) -> tuple[HandPlayer, ...]:
    """The players once one of them has answered with chips."""
    changed = list(players)
    player = changed[at]
    changed[at] = replace(
        player,
        stack=player.stack - amount,
        bet=player.bet + amount,
        contribution=player.contribution + amount,
        acted_at=level,
        time_outs=0,
    )
    return tuple(changed)


ANSWERED: dict[type[Any], Callable[[tuple[HandPlayer, ...], Betting, int, Any], Answered]] = {
    PlayerFolded: _folded,
    PlayerChecked: _checked,
    PlayerCalled: _called,
    PlayerBet: _bet_or_raised,
    PlayerRaised: _bet_or_raised,
}
"""What each answer makes of the players and the betting round, when the player at that place gives it."""


def _uncalled_bet_returned(hand: Hand, event: UncalledBetReturned) -> Hand:
    at = hand.seats.index(event.seat)
    player = hand.players[at]
    amount = event.amount
    player = replace(
        player,
        stack=player.stack + amount,
        bet=max(0, player.bet - amount),
        contribution=player.contribution - amount,
    )
    return replace(hand, players=put(hand.players, at, player))


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {
    AntePosted: _ante_posted,
    BlindPosted: _blind_posted,
    TurnStarted: _turn_started,
    **dict.fromkeys(ANSWERED, _player_answered),
    UncalledBetReturned: _uncalled_bet_returned,
}
