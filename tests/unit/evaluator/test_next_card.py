"""Each card that may come next says who leads each pot with it."""

from riverrun.kernel.cards import card, cards, text_of
from services.evaluator.next_card import next_cards
from services.evaluator.spot import Spot

KINGS, ACES_UP, DRAW = 0, 1, 2
HOLES = (cards("KsKd"), cards("AhKh"), cards("9c8c"))


def test_before_the_river_every_unseen_card_is_told() -> None:
    spot = Spot(HOLES, cards("Ac7c2cTd"))

    found = next_cards(spot, [(0, 1, 2)])

    assert set(found.after) == set(spot.unseen)
    assert len(found.after) == 52 - 4 - 6


def test_the_outs_are_the_cards_with_which_another_leads() -> None:
    holes = (cards("AsAd"), cards("KcQc"))

    found = next_cards(Spot(holes, cards("Tc7c2d9h")), [(0, 1)])

    assert found.now == ((0,),)
    outs = [one for one, (leaders,) in found.after.items() if leaders == (1,)]
    assert text_of(outs) == "2c3c4c5c6c8c9cJcJdJhJsAc"


def test_a_tie_is_told_with_all_who_share_the_lead() -> None:
    holes = (cards("AhKd"), cards("AsKc"))

    found = next_cards(Spot(holes, cards("Qd7s2d")), [(0, 1)])

    assert found.now == ((0, 1),)
    assert {leaders for (leaders,) in found.after.values()} == {(0, 1)}


def test_each_pot_has_leaders_of_its_own() -> None:
    found = next_cards(Spot(HOLES, cards("7h7d2s3s")), [(0, 1, 2), (1, 2)])

    assert found.now == ((KINGS,), (ACES_UP,))
    assert found.after[card("Ad")] == ((ACES_UP,), (ACES_UP,))
    assert found.after[card("7c")] == ((KINGS,), (ACES_UP,))
    assert found.after[card("8h")] == ((KINGS,), (DRAW,))


def test_on_the_flop_the_turn_is_told_not_the_river() -> None:
    found = next_cards(Spot((cards("AsAd"), cards("KcQc")), cards("Tc7c2d")), [(0, 1)])

    assert len(found.after) == 52 - 3 - 4
    assert found.after[card("3c")] == ((1,),)
    assert found.after[card("Jh")] == ((0,),)  # the straight draw is still a draw


def test_dead_cards_do_not_come() -> None:
    found = next_cards(Spot((cards("AsAd"), cards("KcQc")), cards("Tc7c2d9h"), cards("3c4c")), [(0, 1)])

    assert not {card("3c"), card("4c")} & set(found.after)


def test_one_alone_leads_whatever_comes() -> None:
    found = next_cards(Spot((cards("2c7d"),), cards("AsKsQs")), [(0,)])

    assert {leaders for (leaders,) in found.after.values()} == {(0,)}
