"""Premiums owed from the flop, several pots at once, and the club's limit (R9.2, R9.8, R9.12)."""

from services.insurance.pricing.quote import NoOffer, Offer
from services.insurance.pricing.terms import Terms
from tests.unit.insurance.spots import ACES_AND_HEARTS, offer, pot, quotes, reason, spot

KEPT = Terms(premium_on_hit="kept")
TWO_POTS = ("2c7d9hJs", "9c9d", "AhAd", "KsKd")
"""A set of nines leads aces and kings: four outs; aces lead kings: two."""


# -- a premium owed from the flop


def test_who_owes_a_premium_is_covered_for_it() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(600, 1, 2, owed={1: 100}))

    assert quoted.least == 100
    assert quoted.full.coverage == 600


def test_where_the_premium_is_kept_the_cover_pays_its_own_too() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(600, 1, 2, owed={1: 100}), KEPT)

    assert quoted.least == 150  # 150 less a premium of 50


def test_the_cover_for_what_he_owes_is_over_all_outs() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(600, 1, 2, owed={1: 100}, left_out="3h6h"))

    assert quoted.cover.kept == 9


def test_the_cover_for_what_he_owes_stops_at_what_a_premium_may_be() -> None:
    assert offer(ACES_AND_HEARTS, pot(600, 1, 2, owed={1: 500})).least == 300  # 100 left, at three to one


def test_without_carry_over_nobody_is_covered_unasked() -> None:
    assert offer(ACES_AND_HEARTS, pot(600, 1, 2, owed={1: 100}), Terms(carry=False)).least == 0


def test_who_owes_nothing_is_not_covered_unasked() -> None:
    assert offer(ACES_AND_HEARTS, pot(600, 1, 2)).least == 0


def test_no_choice_is_below_the_cover_for_what_he_owes() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2, own=1, owed={1: 600}), KEPT)

    assert quoted.least == 900
    assert quoted.break_even.coverage == 902  # 902 - 301 - 600 = his one chip


# -- several pots


def test_each_pot_is_offered_to_its_own_favourite_at_its_own_odds() -> None:
    main, side = quotes(spot(TWO_POTS, pot(300, 1, 2, 3), pot(400, 2, 3)))

    assert isinstance(main, Offer)
    assert isinstance(side, Offer)
    assert (main.found.favourite, main.full.coverage, main.full.premium) == (1, 300, 43)
    assert main.price.odds == 7
    assert (side.found.favourite, side.full.coverage, side.full.premium) == (2, 400, 27)
    assert side.price.odds == 15


def test_one_pot_can_be_offered_and_another_not() -> None:
    story = ("2c7d9hJs", "9c9d", "AhKd", "AdKs")
    main, side = quotes(spot(story, pot(300, 1, 2, 3), pot(400, 2, 3)))

    assert side == NoOffer("no_favourite", 42)
    assert isinstance(main, NoOffer)
    assert main.reason == "no_outs"


def test_a_pot_for_one_is_not_offered() -> None:
    _, side = quotes(spot(("2c7d9hJs", "AhAd", "KsKd"), pot(300, 1, 2), pot(40, 2)))

    assert isinstance(side, NoOffer)
    assert side.reason == "no_outs"


def test_premiums_owed_for_one_pot_do_not_touch_another() -> None:
    story = ("2c7d9hJs", "AhAd", "KsKd", "QcQd")
    main, side = quotes(spot(story, pot(300, 1, 2, 3, owed={1: 300}), pot(400, 1, 2)))

    assert isinstance(main, NoOffer)
    assert main.reason == "nothing_left"
    assert isinstance(side, Offer)
    assert (side.least, side.price.most) == (0, 400)


# -- the club's limit


def test_an_offer_beyond_the_clubs_limit_is_capped() -> None:
    quoted = offer(ACES_AND_HEARTS, pot(1000, 1, 2), limit=400)

    assert quoted.capped
    assert quoted.full.coverage == 400
    assert quoted.break_even.coverage == 400
    assert {price.most for price in quoted.prices} == {400}


def test_an_offer_within_the_clubs_limit_is_not_capped() -> None:
    assert not offer(ACES_AND_HEARTS, pot(1000, 1, 2), limit=1000).capped
    assert not offer(ACES_AND_HEARTS, pot(1000, 1, 2, owed={1: 700}), limit=1000).capped


def test_a_club_that_can_pay_nothing_more_offers_nothing() -> None:
    assert reason(ACES_AND_HEARTS, pot(1000, 1, 2), limit=0) == "limit_reached"


def test_the_limit_holds_for_all_pots_together() -> None:
    main, side = quotes(spot(TWO_POTS, pot(300, 1, 2, 3), pot(400, 2, 3), limit=350))

    assert isinstance(main, Offer)
    assert isinstance(side, Offer)
    assert (main.full.coverage, side.full.coverage) == (300, 50)


def test_who_must_be_covered_comes_before_who_would_like_to_be() -> None:
    main, side = quotes(spot(TWO_POTS, pot(300, 1, 2, 3), pot(400, 2, 3, owed={2: 100}), limit=350))

    assert isinstance(main, Offer)
    assert isinstance(side, Offer)
    assert (main.full.coverage, side.full.coverage, side.least) == (250, 100, 100)
