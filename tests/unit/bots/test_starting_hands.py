"""The chart of starting hands says what a player would read in it."""

import pytest

from riverrun.kernel.cards import ALL_CARDS, cards
from services.bots.starting_hands import Tier, tier_of, written


@pytest.mark.parametrize(
    ("hole_cards", "name"),
    [("AhKh", "AKs"), ("KhAc", "AKo"), ("7c7d", "77"), ("2s3s", "32s"), ("Td9c", "T9o")],
)
def test_two_cards_are_written_as_a_chart_names_them(hole_cards: str, name: str) -> None:
    assert written(cards(hole_cards)) == name


@pytest.mark.parametrize(
    ("hole_cards", "tier"),
    [
        ("AcAd", Tier.PREMIUM),
        ("AhKd", Tier.PREMIUM),
        ("8c8d", Tier.STRONG),
        ("AhTh", Tier.STRONG),
        ("KdQc", Tier.STRONG),
        ("2c2d", Tier.PLAYABLE),
        ("JhTd", Tier.PLAYABLE),
        ("9h8h", Tier.PLAYABLE),
        ("Kh2h", Tier.LOOSE),
        ("Ah2d", Tier.LOOSE),
        ("7c2d", Tier.JUNK),
        ("Jc4d", Tier.JUNK),
    ],
)
def test_a_hand_stands_in_the_best_tier_that_lists_it(hole_cards: str, tier: Tier) -> None:
    assert tier_of(cards(hole_cards)) == tier


def test_more_than_half_of_all_hands_are_junk_and_few_are_premium() -> None:
    dealt = [tier_of((a, b)) for a in ALL_CARDS for b in ALL_CARDS if a < b]

    assert 0.02 < dealt.count(Tier.PREMIUM) / len(dealt) < 0.03
    assert 0.5 < dealt.count(Tier.JUNK) / len(dealt) < 0.65
