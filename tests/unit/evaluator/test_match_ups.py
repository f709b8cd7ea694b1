"""The 47,008 heads-up match-ups are found as they are counted."""

from itertools import islice

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from riverrun.kernel.cards import ALL_CARDS, cards
from services.evaluator.match_ups import BOARDS, MatchUps, match_ups
from services.evaluator.spot import Spot
from tests.support.evaluator import engine_named

four_cards = st.lists(st.sampled_from(ALL_CARDS), min_size=4, max_size=4, unique=True)


def test_47_008_match_ups_differ() -> None:
    assert len(set(match_ups())) == 47_008


def test_each_of_them_has_a_place_of_its_own() -> None:
    found = MatchUps()
    for number, (one, other) in enumerate(match_ups()):
        found.note(one, other, number, 0)

    assert found.many == 47_008


@given(four_cards)
def test_every_match_up_is_found_as_it_is_counted_whoever_is_named_first(four: list[int]) -> None:
    one, other = (four[0], four[1]), (four[2], four[3])
    counts = engine_named("numba").count(Spot((one, other)))
    found = MatchUps()
    found.note(one, other, int(counts[0, 0]), int(counts[0, 1]))

    for mine in (one, one[::-1]):
        for yours in (other, other[::-1]):
            there, back = found.find(mine, yours), found.find(yours, mine)
            assert there is not None
            assert back is not None
            assert there.tolist() == counts.tolist()
            assert back.tolist() == counts[::-1].tolist()


@given(four_cards, st.permutations(range(4)))
def test_suits_have_no_order(four: list[int], to_suit: list[int]) -> None:
    found = MatchUps()
    found.note((four[0], four[1]), (four[2], four[3]), 1_000, 100)
    a, b, c, d = (card - card % 4 + to_suit[card % 4] for card in four)

    same = found.find((a, b), (c, d))

    assert same is not None
    assert same[:, 0].tolist() == [1_000, BOARDS - 1_100]


def test_what_is_not_counted_yet_is_not_found() -> None:
    found = MatchUps()

    assert found.find(cards("AhKh"), cards("QsQd")) is None
    assert not found.complete
    assert found.many == 0


def test_counting_goes_on_step_by_step() -> None:
    found = MatchUps()

    done = list(islice(found.fill(engine_named("numba"), a_step=7), 3))

    assert done == [7, 14, 21]
    assert found.many == 21
    assert not found.complete


def test_once_all_are_counted_they_are_complete() -> None:
    counted = np.zeros_like(MatchUps().found)

    assert MatchUps(counted).complete
