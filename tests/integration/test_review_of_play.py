"""The promise of R11.2's review, measured on worlds that its thresholds were not fixed on."""

import pytest

from console.invented.measured import HONEST_PAIRS, HONEST_PEOPLE, MACHINES, Measured, measured
from console.invented.world import KINDS

SEEDS, HANDS = range(11, 21), 50_000


@pytest.mark.long
@pytest.mark.timeout(7_200)
def test_nine_of_ten_cheats_are_found_and_hardly_any_honest_pair_in_fifty_thousand_hands() -> None:
    told = Measured()
    for seed in SEEDS:
        told.add(measured(seed, HANDS))

    for kind in KINDS:
        assert told.found[kind] >= 0.9 * told.all[kind], (kind, told.found[kind], told.all[kind])
    assert told.found[HONEST_PAIRS] <= 0.01 * told.all[HONEST_PAIRS]
    assert told.found[MACHINES] >= 0.9 * told.all[MACHINES]
    assert told.found[HONEST_PEOPLE] <= 0.01 * told.all[HONEST_PEOPLE]
