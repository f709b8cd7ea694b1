"""What each pot is offered, with numbers worked out by hand (R9.2 to R9.7, R9.10, R9.11)."""

from fractions import Fraction

import pytest

from riverrun.kernel.cards import text_of
from services.insurance.pricing.cover import NotAnOut
from services.insurance.pricing.odds import USUAL_TABLE
from services.insurance.pricing.terms import Terms
from tests.unit.insurance.spots import (
    ACES_AND_HEARTS,
    ACES_AND_HEARTS_FLOP,
    CHOPPED,
    CHOPPED_FLOP,
    offer,
    pot,
    reason,
)

KEPT = Terms(premium_on_hit="kept")


def test_an_offer_names_favourite_outs_odds_probability_and_margin() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2))

    assert quoted.found.favourite == 1
    assert text_of(quoted.cover.outs) == "3h6h8h9hThJhQhKhAh"
    assert quoted.price.odds == 3
    assert quoted.cover.probability == Fraction(9, 44)
    assert quoted.cover.margin(quoted.price.odds) == Fraction(8, 35)  # 3 instead of 35/9
    assert quoted.price.most == 1000


def test_the_quick_choices_where_the_premium_is_returned() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2))

    assert (quoted.full.coverage, quoted.full.premium) == (1000, 334)
    assert (quoted.break_even.coverage, quoted.break_even.premium) == (500, 167)
    assert quoted.equal_profit is not None
    assert (quoted.equal_profit.coverage, quoted.equal_profit.premium) == (750, 250)


def test_the_quick_choices_where_the_premium_is_kept() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2), KEPT)

    assert (quoted.full.coverage, quoted.full.premium) == (1000, 334)
    assert (quoted.break_even.coverage, quoted.break_even.premium) == (750, 250)  # 750 - 250 = his 500
    assert quoted.equal_profit is not None
    assert quoted.equal_profit.coverage == 1000


def test_break_even_covers_what_he_owes_as_well() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2, owed={1: 100}))

    assert (quoted.break_even.coverage, quoted.break_even.premium) == (600, 200)


def test_break_even_with_dead_money_in_the_pot_covers_his_own_chips_alone() -> None:
    assert offer(ACES_AND_HEARTS, pot(1000, 1, 2, own=300)).break_even.coverage == 300


def test_quick_choices_stop_at_what_a_premium_may_be() -> None:
    # 14 outs at 1.6: with 625 owed of a pot of 1000, a premium of 375 is left.
    fourteen = ("2h7dTcJh", "AcAd", "7h4h")
    quoted = offer(fourteen, pot(1000, 1, 2, owed={1: 625}))

    assert quoted.price.most == 600
    assert quoted.full.coverage == 600
    assert quoted.full.premium == 375
    assert quoted.break_even.coverage == 600  # 1125 would be
    assert quoted.equal_profit is not None
    assert quoted.equal_profit.coverage == 600  # 615 would be


def test_a_pot_of_one_chip_has_no_equal_profit() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1, 1, 2, own=1))

    assert (quoted.full.coverage, quoted.full.premium) == (1, 1)
    assert quoted.equal_profit is None


# -- reasons


def test_fifteen_outs_are_too_many() -> None:
    assert reason(("7h8hKc2s", "AcAd", "9hTh"), pot(1000, 1, 2)) == "too_many_outs"


def test_nothing_to_fear_is_nothing_to_insure() -> None:
    assert reason(("2c2d2h2s", "AcAd", "KcKd"), pot(1000, 1, 2)) == "no_outs"


def test_a_tie_at_the_moment_has_no_favourite() -> None:
    assert reason(("TcJdQh2c", "AcKc", "AhKs"), pot(1000, 1, 2)) == "no_favourite"


def test_who_owes_all_that_he_can_get_buys_no_more() -> None:
    assert reason(ACES_AND_HEARTS, pot(1000, 1, 2, owed={1: 1000})) == "nothing_left"
    assert offer(ACES_AND_HEARTS, pot(1000, 1, 2, owed={1: 999})).price.most == 3


def test_what_another_contender_owes_is_his_affair() -> None:
    assert offer(ACES_AND_HEARTS, pot(1000, 1, 2, owed={2: 1000})).price.most == 1000


def test_a_pot_that_is_empty_after_rake_leaves_nothing() -> None:
    assert reason(ACES_AND_HEARTS, pot(0, 1, 2)) == "nothing_left"


# -- ties


def test_on_the_turn_premiums_fit_the_share_of_a_tie() -> None:
    assert offer(CHOPPED, pot(500, 1, 2, owed={1: 240})).price.most == 100  # 10 left of 250
    assert reason(CHOPPED, pot(500, 1, 2, owed={1: 250})) == "nothing_left"


def test_the_odd_chip_of_a_tie_goes_left_of_the_button() -> None:
    assert offer(CHOPPED, pot(501, 1, 2, owed={1: 250})).price.most == 10
    assert reason(CHOPPED, pot(501, 2, 1, owed={1: 250})) == "nothing_left"


def test_on_the_flop_a_tie_is_not_the_end() -> None:
    assert offer(CHOPPED_FLOP, pot(500, 1, 2, owed={1: 499})).price.most == 10


def test_the_smallest_share_is_that_of_the_largest_tie() -> None:
    story = ("6sTs9sJs", "KdTh", "AdQd", "7hAh")  # a spade that beats six outs puts the flush on the board

    assert reason(story, pot(302, 1, 2, 3, owed={1: 101})) == "nothing_left"
    assert reason(story, pot(302, 2, 3, 1, owed={1: 100})) == "nothing_left"
    assert offer(story, pot(302, 1, 2, 3, owed={1: 100})).price.most == 5  # one chip at 5 to one


TIES = Terms(insure_ties=True)


def test_insured_ties_count_for_the_odds() -> None:
    quoted = offer(CHOPPED, pot(500, 1, 2), TIES)

    assert quoted.cover.kept == 13
    assert quoted.price.odds == Fraction("1.8")
    assert quoted.cover.probability == Fraction(13, 44)
    assert text_of(tie.card for tie in quoted.cover.ties) == "4c4d4hQcQdQsKcKhKsAs"


def test_insured_ties_count_for_the_limit_of_fourteen() -> None:
    story = ("8s6s4h7d", "Jd6d", "JsAs")  # twelve outs and three ties

    assert offer(story, pot(1000, 1, 2)).price.odds == 2
    assert reason(story, pot(1000, 1, 2), TIES) == "too_many_outs"


def test_ties_alone_can_be_insured() -> None:
    story = ("8s2s9h7s", "JcTs", "5cTc")  # another jack gives both the straight

    assert reason(story, pot(1000, 1, 2)) == "no_outs"
    quoted = offer(story, pot(1000, 1, 2), TIES)
    assert (quoted.cover.outs, quoted.cover.kept) == ((), 2)
    assert quoted.price.odds == 15


def test_the_edge_knows_that_an_insured_tie_pays_the_share_lost() -> None:
    quoted = offer(CHOPPED, pot(180, 1, 2), TIES)

    # 100 on 31 cards; 180 go out on three outs, 90 on ten ties.
    assert (quoted.full.coverage, quoted.full.premium) == (162, 90)  # 90 is the share of a tie
    assert quoted.full.edge == Fraction(31 * 90 - 3 * 162 - 10 * 81, 44 * 90)


# -- chosen outs


def test_whoever_leaves_outs_out_gets_the_odds_of_those_kept() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2, left_out="3h6h8h9hTh"))

    assert text_of(quoted.cover.outs) == "JhQhKhAh"
    assert quoted.price.odds == 7  # 35/4 would be fair
    assert quoted.cover.probability == Fraction(4, 44)
    assert quoted.cover.margin(quoted.price.odds) == Fraction(1, 5)
    assert (quoted.full.coverage, quoted.full.premium) == (1000, 143)


def test_one_of_fourteen_kept_is_sold_at_fair_odds() -> None:
    fourteen = ("2h7dTcJh", "AcAd", "7h4h")
    quoted = offer(fourteen, pot(900, 1, 2, left_out="3h4c4d4s5h6h7c7s8h9hAhKhQh"))

    assert text_of(quoted.cover.outs) == "Th"
    assert quoted.price.odds == 30
    assert quoted.cover.margin(quoted.price.odds) == 0
    assert quoted.full.edge == 0


def test_prices_for_every_number_of_kept_outs_stand_in_the_offer() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2, owed={1: 700}))

    assert tuple(price.odds for price in quoted.prices) == USUAL_TABLE[:9]
    assert [price.most for price in quoted.prices] == [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 900]


def test_a_left_out_tie_leaves_the_outs() -> None:
    quoted = offer(CHOPPED, pot(500, 1, 2, left_out="4c4d4hQcQdQsKcKhKsAs"), TIES)

    assert (text_of(quoted.cover.outs), quoted.cover.ties) == ("8d8h8s", ())
    assert quoted.price.odds == 10
    # A left-out tie still pays the premium: 41 cards against three.
    assert quoted.full.edge == Fraction(41 * 50 - 3 * 500, 44 * 50)


@pytest.mark.parametrize(
    ("left_out", "code"), [("2c", "not_an_out"), ("3h2c", "not_an_out"), ("8d8h8s", "nothing_kept")]
)
def test_only_outs_can_be_left_out_and_not_all(left_out: str, code: str) -> None:
    with pytest.raises(NotAnOut) as wrong:
        offer(CHOPPED, pot(500, 1, 2, left_out=left_out))

    assert (wrong.value.code, wrong.value.pot) == (code, 0)


# -- margins


def test_a_fair_margin_sells_at_fair_odds_less_the_margin() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2), Terms(policy="fair_margin", margin_bps=500))

    assert quoted.price.odds == Fraction("3.69")
    assert quoted.full.premium == 272  # 1000 / 3.69 = 271.003
    assert quoted.full.edge == Fraction(35 * 272 - 9 * 1000, 44 * 272)


def test_the_edge_is_the_clubs_gain_for_each_chip_of_premium() -> None:
    quoted = offer(ACES_AND_HEARTS_FLOP, pot(300, 1, 2))

    # On the flop 100 on 36 cards against 300 on nine.
    assert quoted.full.edge == Fraction(36 * 100 - 9 * 300, 45 * 100) == Fraction(1, 5)


def test_a_kept_premium_adds_to_the_edge() -> None:
    quoted = offer(ACES_AND_HEARTS_FLOP, pot(300, 1, 2), KEPT)

    assert quoted.full.edge == Fraction(45 * 100 - 9 * 300, 45 * 100)
