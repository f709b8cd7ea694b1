"""What is paid for a chip of premium, by the number of outs (R9.6)."""

from fractions import Fraction

import pytest

from services.insurance.pricing.odds import (
    USUAL_TABLE,
    HoleInTable,
    fair_odds,
    odds_by_margin,
    odds_by_table,
    whole_table,
)

PRINTED = "30 15 10 7 6 5 4 3.5 3 2.5 2.2 2 1.8 1.6"


def test_the_usual_table_is_the_printed_one_with_2_2_for_eleven_and_1_8_for_thirteen() -> None:
    assert tuple(Fraction(odds) for odds in PRINTED.split()) == USUAL_TABLE


def rows_without(*missing: int) -> dict[int, Fraction]:
    return {outs: odds for outs, odds in enumerate(USUAL_TABLE, start=1) if outs not in missing}


def test_a_clubs_own_rows_make_its_rows_between() -> None:
    rows = rows_without(11, 13) | {10: Fraction("2.9"), 12: Fraction("2.2"), 14: Fraction("1.7")}

    table = whole_table(rows)

    assert table[10] == Fraction("2.5")  # (2.9 + 2.2) / 2 = 2.55, rounded down
    assert table[12] == Fraction("1.9")  # (2.2 + 1.7) / 2 = 1.95, rounded down


def test_a_club_may_set_the_rows_between_itself() -> None:
    assert whole_table(rows_without() | {11: Fraction(2)})[10] == 2


@pytest.mark.parametrize("missing", [1, 5, 10, 12, 14])
def test_any_other_missing_row_is_a_hole(missing: int) -> None:
    with pytest.raises(HoleInTable) as hole:
        whole_table(rows_without(missing))

    assert hole.value.outs == missing


def test_eleven_outs_need_both_neighbours() -> None:
    with pytest.raises(HoleInTable):
        whole_table(rows_without(10, 11))


def test_no_rows_are_no_table() -> None:
    with pytest.raises(HoleInTable):
        whole_table({})


@pytest.mark.parametrize(
    ("unseen", "outs", "kept", "fair"),
    [(44, 2, 2, "21"), (45, 9, 9, "4"), (44, 9, 4, "35/4"), (30, 14, 14, "8/7")],
)
def test_fair_odds_take_a_premium_on_every_card_but_the_outs(
    unseen: int, outs: int, kept: int, fair: str
) -> None:
    assert fair_odds(unseen, outs, kept) == Fraction(fair)


@pytest.mark.parametrize(
    ("unseen", "outs", "kept", "paid"),
    [
        (44, 2, 2, "15"),  # 21 would be fair
        (44, 9, 4, "7"),  # four of nine kept: 35/4 would be fair
        (44, 14, 1, "30"),  # exactly fair
        (30, 1, 1, "29"),  # nine open hands: the table's 30 would be better than fair
        (30, 2, 2, "14"),  # and its 15 as well
        (30, 14, 14, "8/7"),  # and its 1.6
        (36, 13, 13, "23/13"),  # 1.769 is below 1.8
    ],
)
def test_the_table_never_pays_better_than_fair(unseen: int, outs: int, kept: int, paid: str) -> None:
    assert odds_by_table(USUAL_TABLE, unseen, outs, kept) == Fraction(paid)


@pytest.mark.parametrize(
    ("margin_bps", "unseen", "outs", "kept", "paid"),
    [
        (500, 44, 9, 9, "3.69"),  # 35/9 x 0.95 = 3.694
        (200, 44, 4, 4, "9.8"),  # 10 x 0.98
        (700, 45, 8, 8, "4.30"),  # 37/8 x 0.93 = 4.301
        (500, 44, 9, 4, "8.31"),  # 35/4 x 0.95 = 8.3125
        (700, 30, 14, 14, "1.06"),  # 16/14 x 0.93 = 1.0628
        (333, 44, 1, 1, "41.56"),  # 43 x 0.9667 = 41.5681, cut and not rounded
    ],
)
def test_a_margin_is_taken_off_the_fair_odds_and_the_rest_cut_to_two_decimals(
    margin_bps: int, unseen: int, outs: int, kept: int, paid: str
) -> None:
    assert odds_by_margin(margin_bps, unseen, outs, kept) == Fraction(paid)
