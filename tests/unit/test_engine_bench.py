"""`riverrun bench engine`: each engine beside the others, at each table size."""

from random import Random

import pytest

from console.bench.engine import SIZES, Rate, rows
from console.bench.peer_hands import PEERS
from console.bench.random_hands import PlayHand, random_hands


def test_every_engine_is_measured_at_every_size_and_ours_compared_with_each() -> None:
    found = rows(seconds=0.002, rounds=1)

    cases = {(row.case, row.unit, row.against) for row in found}
    for size in SIZES:
        for peer in PEERS:
            assert (f"{size} riverrun", "hands/s", f"{size} {peer}") in cases
            assert (f"{size} {peer}", "hands/s", None) in cases
        assert (f"{size} riverrun", "us/action", None) in cases
    assert all(row.bench == "engine" and row.value > 0 for row in found)


def test_a_ratio_is_ours_over_theirs() -> None:
    found = rows(seconds=0.002, rounds=1)
    value = {row.case: row.value for row in found if row.unit == "hands/s"}

    for row in found:
        if row.against:
            assert row.ratio == pytest.approx(row.value / value[row.against])


def test_all_rounds_count_but_the_warm_up() -> None:
    hands: list[int] = []

    def play(_: Random) -> int:
        hands.append(3)
        return 3

    def make(_: int) -> PlayHand:
        return play

    rate = Rate(make, 2)
    rate.warm_up(0.001)
    hands.clear()
    rate.play_round(0.001)
    rate.play_round(0.001)

    took = len(hands) / rate.hands_s
    assert took >= 0.002
    assert rate.us_an_action == pytest.approx(took / sum(hands) * 1e6)


@pytest.mark.parametrize("players", SIZES.values())
def test_random_play_takes_as_many_actions_as_on_pokerkit(players: int) -> None:
    """Other numbers would mean other rules or another choice of actions."""
    hands = 100
    ours, theirs = random_hands(players), PEERS["pokerkit"](players)
    whims, other_whims = Random(1), Random(2)
    mean = sum(ours(whims) for _ in range(hands)) / hands
    their_mean = sum(theirs(other_whims) for _ in range(hands)) / hands

    assert mean == pytest.approx(their_mean, rel=0.25)
