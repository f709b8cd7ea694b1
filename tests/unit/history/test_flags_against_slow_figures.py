"""Flags of hands are what a second, slow implementation says: random hands, lives of tables, real hands."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from riverrun.contracts.table_events import HandEnded, HandStarted, TableOpened
from services.history.projection.context import Context
from services.history.projection.equity import ev_milli
from services.history.projection.followed_hand import FollowedHand
from services.history.projection.following import follow
from services.history.statistics.flag_names import BIT
from services.history.statistics.hand_flags import hand_flags
from services.table.codec import codec
from tests.support.pluribus_hands import needs_pluribus, pluribus_hands
from tests.support.random_hand import RandomHand
from tests.support.slow_figures import SlowHand, slow_ev, slow_figures, slow_net
from tests.support.table_life import TableLife


def hands_in(events: Sequence[Any], context: Context) -> Iterator[tuple[FollowedHand, SlowHand]]:
    """Every hand that came to its end, followed and as its bare events."""
    hand: FollowedHand | None = None
    bare: list[Any] = []
    for event in events:
        if isinstance(event, HandStarted):
            hand, bare = FollowedHand(context, event, 1, 0), []
        bare.append(event)
        if hand is None:
            continue
        follow(hand, event, 0)
        if isinstance(event, HandEnded):
            yield hand, SlowHand(bare)
            hand = None


def figures(hand: FollowedHand, place: int) -> dict[str, tuple[int, int]]:
    """What SQL makes of one row's flags and counts."""
    flags = hand_flags(hand)
    did, could = flags.did[place], flags.could[place]
    found = {name: (int(bool(did & bit)), int(bool(could & bit))) for name, bit in BIT.items()}
    donks = [found.pop(f"donk_{street}") for street in ("flop", "turn", "river")]
    bets, raises, calls, folds = flags.counts[place]
    return found | {
        "donk": (sum(did for did, _ in donks), sum(could for _, could in donks)),
        "aggression": (bets + raises, calls),
        "aggression_frequency": (bets + raises, bets + raises + calls + folds),
    }


def assert_equal(events: Sequence[Any], context: Context) -> int:
    """Compare all players of all hands; how many hands that were."""
    hands = 0
    for hand, slow in hands_in(events, context):
        hands += 1
        expected = ev_milli(hand)
        for place, player in enumerate(hand.players):
            assert figures(hand, place) == slow_figures(slow, player.seat), (hand.started.hand, player.seat)
            assert player.net == slow_net(slow, player.seat)
            assert abs(expected[place] - slow_ev(slow, player.seat) * 1000) <= len(hand.pots) * hand.runs
    return hands


@pytest.mark.parametrize("number", range(60))
def test_random_hands(number: int) -> None:
    played = RandomHand(number).play().played

    assert assert_equal(played.events, Context(played.table.config)) == 1


@pytest.mark.parametrize("number", range(1, 7))
def test_lives_of_tables(number: int) -> None:
    life = TableLife(number)
    asyncio.run(life.play(25))
    events = [event for commit in life.live.log.commits for event in codec.decode_all(commit)]
    opened = next(event for event in events if isinstance(event, TableOpened))

    assert assert_equal(events, Context(opened.config)) >= 20


def compare_real_hands(every: int) -> int:
    hands = 0
    for played in pluribus_hands(every):
        hands += assert_equal(played.events, Context(played.table.config))
    return hands


@needs_pluribus
def test_a_hundred_hands_of_pluribus() -> None:
    assert compare_real_hands(every=50) == 100


@pytest.mark.slow
@needs_pluribus
def test_all_hands_of_pluribus() -> None:
    assert compare_real_hands(every=1) == 5_000


@pytest.mark.long
@pytest.mark.timeout(1_200)
def test_twenty_thousand_random_hands() -> None:
    for number in range(20_000):
        played = RandomHand(1_000_000 + number).play().played
        assert assert_equal(played.events, Context(played.table.config)) == 1
