"""How cards, the showdown and what is paid change a hand."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    BettingClosed,
    BoardDealt,
    HandMucked,
    HandShown,
    HandsTurnedUp,
    HandVoided,
    HoleCardsDealt,
    PotAwarded,
    RunsAgreed,
    RunsAnswered,
    RunsAsked,
    RunsRefused,
)
from riverrun.holdem.evolve_bets import put
from riverrun.holdem.state import AllIn, Betting, Hand, Question, Showdown
from riverrun.kernel.cards import Cards


def _hole_cards_dealt(hand: Hand, event: HoleCardsDealt) -> Hand:
    return replace(hand, positions=event.positions, dealt=2 * len(hand.players))


def _board_dealt(hand: Hand, event: BoardDealt) -> Hand:
    first = event.position
    end = first + len(event.cards)
    boards = _added(hand.boards, event.board, event.cards)
    players = hand.players
    phase = hand.phase
    if type(phase) is Betting:
        players = tuple(
            [
                replace(player, bet=0, acted_at=-1) if player.acted_at >= 0 or player.bet else player
                for player in players
            ]
        )
        phase = Betting(0, hand.minimum_bet, 0)
    else:
        if hand.equities:
            hand = replace(hand, equities=())
        if sum(map(len, boards)) == 5 * len(boards):
            phase = Showdown()
    return replace(
        hand,
        players=players,
        phase=phase,
        street=event.street,
        boards=boards,
        board_positions=_added(hand.board_positions, event.board, tuple(range(first, end))),
        dealt=end,
    )


def _added(boards: tuple[Cards, ...], board: int, cards: Cards) -> tuple[Cards, ...]:
    if len(boards) == 1:
        return (boards[0] + cards,)
    return (*boards[:board], boards[board] + cards, *boards[board + 1 :])


def _betting_closed(hand: Hand, event: BettingClosed) -> Hand:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    phase = AllIn() if event.all_in else Showdown(betting.aggressor)
    players = tuple([replace(player, bet=0) if player.bet else player for player in hand.players])
    return replace(hand, pots=event.pots, players=players, phase=phase)


def turned_up(hand: Hand, closed: BettingClosed, opened: HandsTurnedUp) -> Hand:
    """The hand once betting is closed with all live hands open, made at once."""
    shown = dict(opened.hands)
    players = [replace(player, bet=0, cards=shown.get(player.seat, player.cards)) for player in hand.players]
    return replace(hand, pots=closed.pots, players=tuple(players), phase=AllIn(), equities=opened.equities)


def _runs_agreed(hand: Hand, event: RunsAgreed) -> Hand:
    boards = hand.boards[:1] * event.runs
    positions = hand.board_positions[:1] * event.runs
    return replace(hand, boards=boards, board_positions=positions, question=None)


def _runs_asked(hand: Hand, event: RunsAsked) -> Hand:
    return replace(hand, question=Question("runs", event.seats, event.runs, event.deadline_ms))


def _runs_answered(hand: Hand, event: RunsAnswered) -> Hand:
    question = hand.question
    assert question is not None, "nobody is asked"
    return replace(hand, question=replace(question, yes=(*question.yes, event.seat)))


def _runs_refused(hand: Hand, _: RunsRefused) -> Hand:
    return replace(hand, question=None)


def _hands_turned_up(hand: Hand, event: HandsTurnedUp) -> Hand:
    shown = dict(event.hands)
    players = [
        replace(player, cards=shown[player.seat]) if player.seat in shown else player
        for player in hand.players
    ]
    return replace(hand, players=tuple(players), equities=event.equities)


def _hand_shown(hand: Hand, event: HandShown) -> Hand:
    at = hand.seats.index(event.seat)
    player = replace(hand.players[at], cards=event.cards, mucked=False)
    return replace(hand, players=put(hand.players, at, player))


def _hand_mucked(hand: Hand, event: HandMucked) -> Hand:
    at = hand.seats.index(event.seat)
    return replace(hand, players=put(hand.players, at, replace(hand.players[at], mucked=True)))


def _pot_awarded(hand: Hand, event: PotAwarded) -> Hand:
    at = hand.seats.index(event.seat)
    player = hand.players[at]
    players = put(hand.players, at, replace(player, stack=player.stack + event.amount))
    return replace(hand, players=players, paid=hand.paid + event.amount)


def _hand_voided(hand: Hand, event: HandVoided) -> Hand:
    returned = dict(event.returned)
    players = [
        replace(player, stack=player.stack + returned[player.seat], bet=0, contribution=0, dead=0)
        for player in hand.players
    ]
    return replace(hand, players=tuple(players), pots=(), question=None, insurance=None)


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {
    HoleCardsDealt: _hole_cards_dealt,
    BoardDealt: _board_dealt,
    BettingClosed: _betting_closed,
    RunsAsked: _runs_asked,
    RunsAnswered: _runs_answered,
    RunsAgreed: _runs_agreed,
    RunsRefused: _runs_refused,
    HandsTurnedUp: _hands_turned_up,
    HandShown: _hand_shown,
    HandMucked: _hand_mucked,
    PotAwarded: _pot_awarded,
    HandVoided: _hand_voided,
}
