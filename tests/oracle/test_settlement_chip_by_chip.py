"""Pots, uncalled bets and splits of random hands, against a settlement that follows every single chip."""

from collections import Counter

import pytest

from riverrun.contracts.table_events import (
    AntePosted,
    BettingClosed,
    BlindPosted,
    PlayerBet,
    PlayerCalled,
    PlayerFolded,
    PlayerRaised,
    PotAwarded,
    RakeTaken,
    UncalledBetReturned,
)
from riverrun.holdem.rank import ranks
from tests.oracle.settlement import Settled, settle
from tests.support.random_hand import RandomHand


def settled_chip_by_chip(hand: RandomHand) -> Settled:
    played = hand.played
    towers: Counter[int] = Counter(dict.fromkeys(hand.seats, 0))
    dead = 0
    for event in played.events:
        match event:
            case AntePosted(dead=True) | BlindPosted(kind="dead"):
                dead += event.amount
            case AntePosted() | BlindPosted() | PlayerCalled() | PlayerBet() | PlayerRaised():
                towers[event.seat] += event.amount
            case _:
                pass
    folded = frozenset(event.seat for event in played.happened(PlayerFolded))
    rake = {event.pot: event.amount for event in played.happened(RakeTaken)}
    places = dict(zip(played.hand.seats, played.hand.positions, strict=True))
    live = [seat for seat in hand.seats if seat not in folded]
    holes = [tuple(hand.deck[place] for place in places[seat]) for seat in live]
    boards = [
        dict(zip(live, ranks(board, holes), strict=True)) for board in played.hand.boards if len(board) == 5
    ]
    pots = len(played.happened(BettingClosed)[0].pots)
    return settle(
        towers,
        folded,
        dead,
        played.hand.seats,
        boards or [{}],
        [rake.get(number, 0) for number in range(pots)],
    )


def check(seed: int, *, any_start: bool = False) -> None:
    hand = RandomHand(seed, any_start=any_start).play()
    played = hand.played
    expected = settled_chip_by_chip(hand)
    won: Counter[int] = Counter()
    for award in played.happened(PotAwarded):
        won[award.seat] += award.amount
    pots = [(pot.amount, frozenset(pot.contenders)) for pot in played.happened(BettingClosed)[0].pots]

    assert {event.seat: event.amount for event in played.happened(UncalledBetReturned)} == expected.back
    assert pots == expected.pots
    assert {seat: amount for seat, amount in won.items() if amount} == expected.won


@pytest.mark.parametrize("first", range(0, 2_000, 500))
def test_random_hands_are_settled_as_chip_by_chip(first: int) -> None:
    for seed in range(first, first + 500):
        check(seed)


def test_late_posts_and_bomb_pots_on_one_board_or_two_are_settled_as_chip_by_chip() -> None:
    for seed in range(300):
        check(seed, any_start=True)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_many_random_hands_are_settled_as_chip_by_chip() -> None:
    for seed in range(10_000, 30_000):
        check(seed, any_start=seed % 4 == 0)


def test_the_worked_example_chip_by_chip() -> None:
    settled = settle(
        {1: 100, 2: 300, 3: 1_000, 4: 1_000}, frozenset(), 0, (1, 2, 3, 4), [{1: 9, 2: 8, 3: 7, 4: 7}]
    )

    assert settled.pots == [
        (400, frozenset({1, 2, 3, 4})),
        (600, frozenset({2, 3, 4})),
        (1_400, frozenset({3, 4})),
    ]
    assert settled.won == {1: 400, 2: 600, 3: 700, 4: 700}
