"""Told hands straight from events, as ClickHouse would give them back."""

from typing import Any

from riverrun.kernel.cards import text_of
from services.history.hands.told_hand import Step, ToldHand, ToldPlayer, ToldPot
from services.history.projection.followed_hand import FollowedHand

ACTIONS = (
    "",
    "ante",
    "bb_ante",
    "sb",
    "bb",
    "straddle",
    "post",
    "dead",
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "uncalled",
)
SHOWS = ("", "turned_up", "shown", "chosen", "mucked", "rabbit")
STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("", "BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO")


def told_hand(hand: FollowedHand, own: dict[int, str] | None = None) -> ToldHand:
    """The hand for everybody, or with the cards in `own` (by seat) for whoever may see them."""
    own = own or {}
    config, started = hand.context.config, hand.started
    rake = sum(hand.rakes.values())
    return ToldHand(
        table="s0-told0001",
        hand=started.hand,
        table_name=config.name,
        started_ms=1_700_000_000_000,
        ended_ms=1_700_000_060_000,
        kind=config.kind,
        currency=config.currency,
        small_blind=config.small_blind,
        big_blind=config.big_blind,
        table_seats=config.seats,
        button=started.button,
        small_blind_seat=started.small_blind or 0,
        big_blind_seat=started.big_blind or 0,
        bomb_pot=started.bomb_pot,
        ended_by=hand.ended_by,
        pot=sum(one.won for one in hand.players) + rake,
        rake=rake,
        runs=hand.runs,
        boards=tuple(text_of(board) for board in hand.boards),
        players=_players(hand, own),
        pots=tuple(
            ToldPot(pot.amount, hand.rakes.get(number, 0), pot.contenders)
            for number, pot in enumerate(hand.pots)
        ),
        steps=_steps(hand),
    )


def _action(row: tuple[Any, ...]) -> Step:
    all_in = bool(row[14])
    return Step(row[0], row[1], ACTIONS[row[6]], STREETS[row[5]], row[3], row[7], row[8], row[10], 0, all_in)


def _players(hand: FollowedHand, own: dict[int, str]) -> tuple[ToldPlayer, ...]:
    return tuple(
        ToldPlayer(
            one.seat, one.player, one.name, POSITIONS[one.position], one.start, one.paid_in, one.won, one.net,
            one.insurance, text_of(one.shown), own.get(one.seat, text_of(one.shown)), one.seat in own,
        )
        for one in hand.players
    )  # fmt: skip


def _steps(hand: FollowedHand) -> tuple[Step, ...]:
    steps = [
        Step(
            row[0],
            row[1],
            ACTIONS[row[6]],
            STREETS[row[5]],
            row[3],
            row[7],
            row[8],
            row[10],
            0,
            bool(row[14]),
        )
        for row in hand.actions
    ]
    steps += [
        Step(row[0], row[1], "board", STREETS[row[2]], board=row[3], cards=row[4]) for row in hand.board_rows
    ]
    steps += [Step(row[0], row[1], SHOWS[row[4]], seat=row[3], cards=row[5]) for row in hand.shows]
    steps += [
        Step(row[0], row[1], "award", seat=row[3], amount=row[6], pot=row[4], board=row[5])
        for row in hand.awards
    ]
    return tuple(sorted(steps, key=lambda step: step.step))
