"""How antes, blinds, turns and actions change a hand."""

from collections.abc import Callable
from typing import Any

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
from riverrun.kernel.identifiers import SeatNo


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


def _turn_started(hand: Hand, event: TurnStarted) -> Hand:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    seat = event.seat
    turn = Turn(
        event.turn,
        hand.seats.index(seat),
        seat,
        event.call_amount,
        event.min_raise_to,
        event.max_raise_to,
        event.deadline_ms,
    )
    asked = replace(hand, phase=replace(betting, turn=turn), turns=turn.turn)
    return taken_up(asked) if hand.presets else asked


def _asked(hand: Hand, seat: SeatNo) -> tuple[Betting, int]:
    """The betting round, and the place of the player whom it asked: he answers, and nobody else."""
    betting: Betting = hand.phase  # type: ignore[assignment] # only betting has a turn
    turn = betting.turn
    assert turn is not None and turn.seat == seat, f"seat {seat} acts out of turn"  # noqa: PT018
    return betting, turn.at


def _player_folded(hand: Hand, event: PlayerFolded) -> Hand:
    betting, at = _asked(hand, event.seat)
    players = list(hand.players)
    player = players[at]
    time_outs = player.time_outs + 1 if event.cause == "clock" else 0
    players[at] = replace(player, folded=True, time_outs=time_outs)
    return replace(hand, players=tuple(players), phase=replace(betting, turn=None))


def _player_checked(hand: Hand, event: PlayerChecked) -> Hand:
    betting, at = _asked(hand, event.seat)
    players = list(hand.players)
    player = players[at]
    time_outs = player.time_outs + 1 if event.cause == "clock" else 0
    players[at] = replace(player, acted_at=betting.current_bet, time_outs=time_outs)
    return replace(hand, players=tuple(players), phase=replace(betting, turn=None))


def _player_called(hand: Hand, event: PlayerCalled) -> Hand:
    betting, at = _asked(hand, event.seat)
    players = _paid(hand, at, event.amount, betting.current_bet)
    return replace(hand, players=players, phase=replace(betting, turn=None))


def _bet_or_raised(hand: Hand, event: PlayerBet | PlayerRaised) -> Hand:
    betting, at = _asked(hand, event.seat)
    to = event.to
    if event.full:
        phase = Betting(to, to - betting.current_bet, to, event.seat)
    else:
        phase = Betting(to, betting.last_raise_size, betting.last_full_raise_to, event.seat)
    return replace(hand, players=_paid(hand, at, event.amount, to), phase=phase)


def _paid(hand: Hand, at: int, amount: Chips, level: Chips) -> tuple[HandPlayer, ...]:
    """The players once one of them has answered with chips."""
    players = list(hand.players)
    player = players[at]
    players[at] = replace(
        player,
        stack=player.stack - amount,
        bet=player.bet + amount,
        contribution=player.contribution + amount,
        acted_at=level,
        time_outs=0,
    )
    return tuple(players)


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
    PlayerFolded: _player_folded,
    PlayerChecked: _player_checked,
    PlayerCalled: _player_called,
    PlayerBet: _bet_or_raised,
    PlayerRaised: _bet_or_raised,
    UncalledBetReturned: _uncalled_bet_returned,
}
