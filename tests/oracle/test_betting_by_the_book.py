"""Who is asked and what he may do in random hands, short blinds and straddles and all, against the book."""

from collections import Counter

import pytest

from riverrun.contracts.table_events import AntePosted, BlindPosted, HandStarted
from tests.oracle.betting import Asked, Betting
from tests.support.random_hand import RandomHand

FORCED = (AntePosted, BlindPosted)


def by_the_book(hand: RandomHand) -> Betting:
    """The same hand after its deal, with the chips that were put in before it."""
    forced = [event for event in hand.played.events if isinstance(event, FORCED)]
    stacks = dict(hand.stacks)
    live: Counter[int] = Counter()
    for event in forced:
        stacks[event.seat] -= event.amount
        if isinstance(event, BlindPosted) and event.kind != "dead":
            live[event.seat] += event.amount
    strict = hand.config.short_allin_reopen == "strict"
    betting = Betting(hand.played.hand.seats, stacks, hand.big_blind, strict=strict)
    (started,) = hand.played.happened(HandStarted)
    if started.bomb_pot:
        betting.street = 1
        return betting
    blinds = [
        event for event in forced if isinstance(event, BlindPosted) and event.kind in ("bb", "straddle")
    ]
    betting.before_the_flop(live, hand.big_blind * 2 ** (len(blinds) - 1), blinds[-1].seat)
    return betting


def check(seed: int, *, any_start: bool = False) -> None:
    hand = RandomHand(seed, any_start=any_start)
    betting = by_the_book(hand)
    hand.play()
    for number, (_, turn, action, to) in enumerate(hand.taken, start=1):
        offered = Asked(turn.seat, turn.call_amount, turn.min_raise_to, turn.max_raise_to)
        assert offered == betting.asked(), f"hand {seed}, action {number}"
        if action == "fold":
            betting.act(None)
        else:
            betting.act(betting.bets[turn.seat] + turn.call_amount if to is None else to)
    assert betting.asked() is None, f"hand {seed}, after the last action"


def test_random_hands_are_bet_by_the_book() -> None:
    for seed in range(700):
        check(seed)


def test_late_posts_and_bomb_pots_are_bet_by_the_book() -> None:
    for seed in range(300):
        check(seed, any_start=True)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_many_random_hands_are_bet_by_the_book() -> None:
    for seed in range(10_000, 30_000):
        check(seed, any_start=seed % 4 == 0)
