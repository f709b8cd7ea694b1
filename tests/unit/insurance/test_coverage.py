"""Premiums and the amounts buyers ask for, worked out by hand (R9.5, R9.7, R9.10)."""

from fractions import Fraction

import pytest

from services.insurance.pricing.coverage import equal_profit, least_that_leaves, most_coverage, premium_of


@pytest.mark.parametrize(
    ("coverage", "odds", "premium"),
    [
        (1000, "15", 67),
        (300, "3", 100),
        (301, "3", 101),
        (1, "30", 1),
        (160, "1.6", 100),
        (161, "1.6", 101),
        (100, "2.2", 46),
        (350, "3.5", 100),
        (10**15, "1.8", 555_555_555_555_556),
    ],
)
def test_a_premium_is_rounded_up_to_a_whole_chip(coverage: int, odds: str, premium: int) -> None:
    assert premium_of(coverage, Fraction(odds)) == premium


@pytest.mark.parametrize(
    ("pot", "room", "odds", "most"),
    [
        (1000, 1000, "15", 1000),  # 67 chips of premium fit
        (1000, 375, "1.6", 600),  # 375 for 600; 601 would cost 376
        (1000, 10, "2.2", 22),
        (1000, 9, "2.2", 19),  # 20 would cost 10
        (1000, 1, "30", 30),
    ],
)
def test_the_pot_is_covered_as_far_as_the_premium_fits(pot: int, room: int, odds: str, most: int) -> None:
    assert most_coverage(pot, room, Fraction(odds)) == most


def test_where_the_premium_is_returned_coverage_leaves_itself() -> None:
    assert least_that_leaves(600, Fraction(3), "returned") == 600


@pytest.mark.parametrize(
    ("chips", "odds", "least"),
    [
        (500, "3", 750),  # 750 - 250; 749 would leave 499
        (100, "3", 150),
        (100, "30", 104),  # 104 - 4; 103 would leave 99
        (500, "1.6", 1334),  # 1334 - 834; 1333 would leave 499
    ],
)
def test_where_the_premium_is_kept_coverage_leaves_itself_less_the_premium(
    chips: int, odds: str, least: int
) -> None:
    assert least_that_leaves(chips, Fraction(odds), "kept") == least
    assert least - premium_of(least, Fraction(odds)) >= chips
    assert least - 1 - premium_of(least - 1, Fraction(odds)) < chips


def test_at_evens_a_kept_premium_leaves_nothing() -> None:
    assert least_that_leaves(1, Fraction(1), "kept") is None


@pytest.mark.parametrize(
    ("pot", "odds", "coverage"),
    [
        (1000, "3", 750),  # 750 when an out comes, 1000 - 250 when none does
        (900, "7", 787),  # 787 and 900 - 113; 788 would be 788 and 787
        (1000, "1.6", 615),  # 615 and 1000 - 385
        (10, "30", 9),  # 9 and 10 - 1
        (1, "30", 0),
    ],
)
def test_equal_profit_leaves_as_much_either_way(pot: int, odds: str, coverage: int) -> None:
    assert equal_profit(pot, Fraction(odds), "returned") == coverage


def test_where_the_premium_is_kept_equal_profit_covers_the_pot() -> None:
    assert equal_profit(900, Fraction(7), "kept") == 900
