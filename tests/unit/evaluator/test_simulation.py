"""Simulations come near what is exact, say how near, and are the same for the same seed."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverrun.kernel.cards import Card, cards
from services.evaluator.counts import SHARES, SPLIT, WHOLE
from services.evaluator.engine import Engine, Simulation
from services.evaluator.equity import EquityQuestion, equity_steps
from services.evaluator.match_ups import MatchUps
from services.evaluator.opponents import Range, against
from services.evaluator.simulating import (
    LEAST_SAMPLES,
    Enough,
    Found,
    NoSuchDeal,
    simulation_steps,
)
from services.evaluator.spot import Spot
from tests.support.evaluator import ENGINES, engine_named
from tests.unit.evaluator.spots import spots

SEED = np.uint64(5)


def pair(text: str) -> tuple[Card, Card]:
    low, high = sorted(cards(text))
    return low, high


def simulation(hole: str, board: str, unknown: int = 0, *ranges: Range, seed: np.uint64 = SEED) -> Simulation:
    return Simulation(Spot((cards(hole),), cards(board)), against(unknown, ranges), seed)


def last(engine: Engine, asked: Simulation, enough: Enough) -> Found:
    *_, found = simulation_steps(engine, asked, enough)
    return found


def equity(found: Found) -> float:
    return float(found.outcomes @ SPLIT) / WHOLE / found.samples


@pytest.mark.parametrize(
    ("board", "unknown", "exact"),
    [("", 1, 0.67045), ("7h4h2c", 1, 0.711299), ("", 5, 0.3110), ("7h4h2cJd3s", 1, 0.364141)],
)
def test_unknown_hands_are_met_as_often_as_they_are_dealt(
    numba: Engine, board: str, unknown: int, exact: float
) -> None:
    found = last(numba, simulation("AhKh", board, unknown), Enough(1_000_000))

    assert found.samples == 1_000_000
    assert abs(equity(found) - exact) < 4 * found.standard_error + 5e-5
    assert found.standard_error == pytest.approx(0.0005, abs=0.0002)


def test_a_range_is_met_as_its_weights_say(numba: Engine) -> None:
    queens, sevens = pair("QsQd"), pair("7c7d")
    exact = {
        one: numba.count(Spot((cards("AhKh"), one)))[0, SHARES] / (WHOLE * 1_712_304)
        for one in (queens, sevens)
    }
    expected = (3 * exact[queens] + exact[sevens]) / 4

    found = last(numba, simulation("AhKh", "", 0, {queens: 3, sevens: 1}), Enough(400_000))

    assert abs(equity(found) - expected) < 4 * found.standard_error


def test_ranges_that_share_cards_are_dealt_together_only_when_they_can_be(numba: Engine) -> None:
    aces = {pair("AsAd"): 1, pair("AsAc"): 1}
    black = {pair("AsKs"): 1, pair("KsKc"): 1}
    # AsKs goes with neither of the aces, so the second always has KsKc.
    spots_met = [Spot((cards("QhQd"), one, pair("KsKc"))) for one in aces]
    expected = sum(numba.count(one)[0, SHARES] for one in spots_met) / (2 * WHOLE * 1_370_754)

    found = last(numba, simulation("QhQd", "", 0, aces, black), Enough(400_000))

    assert abs(equity(found) - expected) < 4 * found.standard_error


def test_a_range_and_unknown_hands_never_share_a_card(numba: Engine) -> None:
    kings = {pair("KsKc"): 1}
    exact = EquityQuestion(Spot((cards("AhKh"), cards("KsKc")), cards("7h4h2c")), unknown_at=2)
    *_, counts = equity_steps(numba, MatchUps(), exact)

    found = last(numba, simulation("AhKh", "7h4h2c", 1, kings), Enough(400_000))

    assert abs(equity(found) - counts[0, SHARES] / (WHOLE * exact.ways)) < 4 * found.standard_error


def test_ranges_that_exclude_each_other_are_no_deal(engine: Engine) -> None:
    only = {pair("QsQd"): 1}

    with pytest.raises(NoSuchDeal):
        last(engine, simulation("AhKh", "", 0, only, only), Enough(10))


def test_the_same_seed_deals_the_same_hands_and_another_deals_others(engine: Engine) -> None:
    asked = [simulation("AhKh", "", 3, {pair("QsQd"): 1}, seed=np.uint64(seed)) for seed in (1, 1, 2)]

    first, again, other = (engine.sample(one, range(5_000), 5_000).tolist() for one in asked)

    assert first == again != other


def test_attempts_are_the_same_however_they_are_cut(engine: Engine) -> None:
    asked = simulation("AhKh", "7h4h2c", 2, {pair("QsQd"): 1, pair("JcTc"): 2})

    whole = engine.sample(asked, range(3_000), 3_000)
    parts = sum(engine.sample(asked, range(start, start + 750), 750) for start in range(0, 3_000, 750))

    assert whole.tolist() == np.asarray(parts).tolist()


any_pairs = st.lists(
    st.tuples(st.integers(0, 51), st.integers(0, 51)).filter(lambda two: two[0] < two[1]),
    min_size=1,
    max_size=30,
    unique=True,
)


@settings(max_examples=30)
@given(
    spots(st.just(1), st.integers(0, 5), most_dead=3),
    st.integers(0, 4),
    st.lists(any_pairs, max_size=4),
    st.integers(0, 2**64 - 1),
)
def test_both_engines_deal_the_same_hands(
    spot: Spot, unknown: int, pairs: list[list[tuple[int, int]]], seed: int
) -> None:
    unseen = set(spot.unseen)
    possible = [{two: 1 + two[0] for two in some if unseen.issuperset(two)} for some in pairs]
    opponents = against(unknown or 1, [one for one in possible if one])
    asked = Simulation(spot, opponents, np.uint64(seed))

    by_kernels, by_arrays = (engine_named(name).sample(asked, range(100, 400), 250) for name in ENGINES)

    assert by_kernels.tolist() == by_arrays.tolist()


def test_it_ends_as_soon_as_it_is_precise_enough(numba: Engine) -> None:
    found = last(numba, simulation("AhKh", "", 1), Enough(100_000_000, standard_error=0.001))

    assert found.standard_error <= 0.001
    assert LEAST_SAMPLES <= found.samples < 1_000_000


def test_it_ends_after_as_many_samples_as_were_wanted(engine: Engine) -> None:
    assert last(engine, simulation("AhKh", "", 1), Enough(12_345)).samples == 12_345
    assert last(engine, simulation("AhKh", "", 0, {pair("AsKs"): 1}), Enough(99)).samples == 99


def test_the_standard_error_is_that_of_shares() -> None:
    outcomes = np.array([30, 50, 20, 0, 0, 0, 0, 0, 0, 0])  # lost, won, split by two
    spread = 0.3 * 0.6**2 + 0.5 * 0.4**2 + 0.2 * 0.1**2

    assert Found(outcomes).standard_error == pytest.approx(sqrt(spread / 100 + 1e-4))


def test_a_hand_that_always_wins_is_not_certain_after_a_few_samples(numba: Engine) -> None:
    found = last(numba, simulation("AsKs", "QsJsTs", 1), Enough(100_000_000, standard_error=1e-5))

    assert equity(found) == 1.0
    assert found.samples >= 100_000


def test_walkers_tables_give_each_pair_its_weight() -> None:
    weights = [1, 2, 3, 4, 90, 0x7FFFFFFF]
    chances = {(0, 1 + at): weight for at, weight in enumerate(weights)}

    opponents = against(0, [chances])

    columns = len(weights)
    hit = np.zeros(columns)
    for column, (keep, other) in enumerate(zip(opponents.keep, opponents.instead, strict=True)):
        kept = (int(keep) + (keep == 2**32 - 1)) / 2**32
        hit[column] += kept / columns
        hit[other] += (1 - kept) / columns
    assert hit == pytest.approx(np.array(weights) / sum(weights), abs=2**-31)
