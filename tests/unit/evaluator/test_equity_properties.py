"""What holds of every spot, whatever was dealt."""

from collections.abc import Callable
from itertools import permutations
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from services.evaluator.counts import SHARES, WHOLE, WINS
from services.evaluator.engine import Engine
from services.evaluator.equity import EquityQuestion, equity_steps
from services.evaluator.kernels.runouts import count_runouts
from services.evaluator.match_ups import MatchUps
from services.evaluator.spot import Spot, packed, packed_holes
from tests.support.evaluator import usual_cache
from tests.unit.evaluator.spots import one_by_one, seated, spots, with_suits_changed

PLAYERS = st.integers(2, 9)
ANY_BOARD = st.integers(0, 5)
LATE_BOARD = st.sampled_from([3, 4, 5])
SUIT_CHANGES = st.sampled_from(list(permutations(range(4))))

any_spot = spots(PLAYERS, ANY_BOARD)
late_spot = spots(PLAYERS, LATE_BOARD)
preflop_spot = spots(PLAYERS, st.just(0))


@given(any_spot)
def test_shares_add_up_to_every_board(numba: Engine, spot: Spot) -> None:
    counts = numba.count(spot)

    assert counts[:, SHARES].sum() == WHOLE * spot.ways(len(spot.unseen))
    assert (counts >= 0).all()
    assert (counts[:, SHARES] >= WHOLE * counts[:, WINS]).all()


@given(any_spot)
def test_both_engines_count_the_same(numba: Engine, numpy: Engine, spot: Spot) -> None:
    assert numba.count(spot).tolist() == numpy.count(spot).tolist()


@given(any_spot, SUIT_CHANGES)
def test_suits_can_change_places_and_nothing_changes(
    numba: Engine, spot: Spot, to_suit: tuple[int, ...]
) -> None:
    assert numba.count(with_suits_changed(spot, to_suit)).tolist() == numba.count(spot).tolist()


@given(any_spot, st.randoms())
def test_players_can_change_places_and_take_their_equity_along(
    numba: Engine, spot: Spot, chance: Random
) -> None:
    order = list(range(len(spot.holes)))
    chance.shuffle(order)

    assert numba.count(seated(spot, order)).tolist() == numba.count(spot)[order].tolist()


@settings(max_examples=20)
@given(late_spot)
def test_counting_agrees_with_ranking_hand_by_hand(numba: Engine, spot: Spot) -> None:
    assert numba.count(spot).tolist() == one_by_one(spot).tolist()


@settings(max_examples=20)
@given(preflop_spot)
def test_boards_by_classes_are_the_boards_one_by_one(numba: Engine, spot: Spot) -> None:
    by_boards = np.zeros((len(spot.holes), 3), np.int64)
    table = usual_cache().load("ranks")
    assert table is not None
    kernel: Callable[..., None] = count_runouts
    kernel(table, packed_holes(spot.holes), packed(()), packed(spot.unseen), by_boards)

    assert numba.count(spot).tolist() == by_boards.tolist()


@given(spots(st.integers(2, 6), LATE_BOARD, most_dead=0), st.integers(0, 30))
def test_a_dead_card_takes_its_boards_away(numba: Engine, spot: Spot, which: int) -> None:
    dead = spot.unseen[which % len(spot.unseen)]
    with_it = Spot(spot.holes, (*spot.board, dead)) if len(spot.board) < 5 else None

    without_it = numba.count(Spot(spot.holes, spot.board, (dead,)))

    if with_it is None:
        assert without_it.tolist() == numba.count(spot).tolist()
    else:
        assert (without_it + numba.count(with_it)).tolist() == numba.count(spot).tolist()


@settings(max_examples=20)
@given(spots(st.integers(1, 8), LATE_BOARD), st.data())
def test_an_unknown_hand_is_every_hand_it_can_be(
    numba: Engine, numpy: Engine, spot: Spot, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(spot.holes)))
    small = Spot(spot.holes, spot.board, spot.unseen[: len(spot.unseen) - 9])
    expected = np.zeros((len(spot.holes) + 1, 3), np.int64)
    for first, one in enumerate(small.unseen):
        for other in small.unseen[first + 1 :]:
            holes = (*small.holes[:at], (one, other), *small.holes[at:])
            expected += numba.count(Spot(holes, small.board, small.dead))
    question = EquityQuestion(small, unknown_at=at)

    for engine in (numba, numpy):
        *_, counts = equity_steps(engine, MatchUps(), question)

        assert counts.tolist() == expected.tolist()
    assert expected[:, SHARES].sum() == WHOLE * question.ways


@settings(max_examples=5)
@given(spots(st.integers(1, 2), st.sampled_from([0, 1, 2]), most_dead=0))
def test_an_unknown_hand_on_a_short_board_is_every_hand_it_can_be(
    numba: Engine, numpy: Engine, spot: Spot
) -> None:
    few_left = Spot(spot.holes, spot.board, spot.unseen[: len(spot.unseen) - 10])
    question = EquityQuestion(few_left, unknown_at=0)

    *_, counts = equity_steps(numba, MatchUps(), question)

    assert counts[:, SHARES].sum() == WHOLE * question.ways
    *_, by_arrays = equity_steps(numpy, MatchUps(), question)
    assert counts.tolist() == by_arrays.tolist()
