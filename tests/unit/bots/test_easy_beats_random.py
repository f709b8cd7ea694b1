"""Better levels win from worse ones (R12.3)."""

from statistics import fmean, stdev

import pytest

from services.bots import easy, uniform
from services.bots.level import Level
from tests.unit.bots.offline_table import play

BIG_BLIND = 100


def big_blinds_a_hundred(levels: list[Level], wins: Level, hands: int) -> tuple[float, float]:
    """What a seat of the level wins in a hundred hands, and how uncertain that is at 95 % confidence."""
    own = [seat for seat, level in enumerate(levels) if level is wins]
    won = [fmean(result[seat] for seat in own) / BIG_BLIND * 100 for result in play(levels, hands, seed=7)]
    return fmean(won), 1.96 * stdev(won) / len(won) ** 0.5


def test_chips_only_change_hands() -> None:
    assert all(sum(result) == 0 for result in play([easy.choose, uniform.choose, easy.choose], 200, seed=3))


@pytest.mark.slow
def test_easy_beats_random_heads_up_over_ten_thousand_hands() -> None:
    won, uncertainty = big_blinds_a_hundred([easy.choose, uniform.choose], easy.choose, 10_000)

    assert won - uncertainty > 0


@pytest.mark.slow
def test_easy_beats_random_six_handed_over_ten_thousand_hands() -> None:
    levels = [easy.choose, uniform.choose] * 3

    won, uncertainty = big_blinds_a_hundred(levels, easy.choose, 10_000)

    assert won - uncertainty > 0
