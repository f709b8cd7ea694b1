"""What holds of every hand, whatever was dealt."""

from itertools import combinations, permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from riverrun.holdem.hand_classes import hand_class
from riverrun.holdem.hand_names import best_five
from riverrun.holdem.rank import rank, ranks
from riverrun.kernel.cards import ALL_CARDS, Cards, rank_of

SUIT_CHANGES = list(permutations(range(4)))

hands = st.integers(5, 7).flatmap(
    lambda many: st.lists(st.sampled_from(ALL_CARDS), min_size=many, max_size=many, unique=True).map(tuple)
)
suited_hands = st.lists(
    st.sampled_from([card for card in ALL_CARDS if card % 4 < 2]), min_size=7, max_size=7, unique=True
).map(tuple)
any_hand = hands | suited_hands


@given(any_hand, st.randoms())
def test_the_order_of_the_cards_never_matters(dealt: Cards, chance: Random) -> None:
    other_order = list(dealt)
    chance.shuffle(other_order)

    assert rank(other_order) == rank(dealt)
    assert best_five(other_order) == best_five(dealt)


@given(any_hand, st.sampled_from(SUIT_CHANGES))
def test_suits_can_change_places_and_nothing_changes(dealt: Cards, to_suit: tuple[int, ...]) -> None:
    assert rank([card - card % 4 + to_suit[card % 4] for card in dealt]) == rank(dealt)


@given(any_hand)
def test_a_hand_is_worth_its_best_five_cards(dealt: Cards) -> None:
    assert rank(dealt) == max(rank(five) for five in combinations(dealt, 5))


@given(any_hand)
def test_the_five_cards_shown_are_dealt_ones_and_worth_the_whole_hand(dealt: Cards) -> None:
    five = best_five(dealt)

    assert len(set(five)) == 5
    assert set(five) <= set(dealt)
    assert rank(five) == rank(dealt)
    assert tuple(rank_of(card) for card in five) == hand_class(rank(dealt)).ranks


@given(st.lists(st.sampled_from(ALL_CARDS), min_size=23, max_size=23, unique=True))
def test_a_showdown_ranks_each_player_as_alone(dealt: list[int]) -> None:
    board, holes = tuple(dealt[:5]), [tuple(dealt[at : at + 2]) for at in range(5, 23, 2)]

    assert ranks(board, holes) == tuple(rank((*board, *hole)) for hole in holes)
