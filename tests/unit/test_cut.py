"""The cut that nonces give: a permutation that depends on each of them, on the deck and the hand (R11.4)."""

from collections import Counter
from hashlib import sha256

import pytest

from riverrun.kernel.cards import ALL_CARDS
from riverrun.kernel.cut import cut_commitment, cut_places
from riverrun.kernel.deck import UNCUT, NotADeck, OpenDeck, salt_seed_of, shuffled

TABLE, HAND, ROOT = "s0-cut12345", 7, bytes(range(32))
SEED = sha256(b"a deck").digest()
NONCES = [(seat, sha256(bytes((seat,))).digest()) for seat in (1, 4, 9)]


def a_deck() -> OpenDeck:
    return OpenDeck(TABLE, HAND, shuffled(SEED), salt_seed_of(SEED))


def test_a_cut_is_a_permutation_and_the_same_in_whatever_order_nonces_are_told() -> None:
    places = cut_places(TABLE, HAND, ROOT, NONCES)

    assert tuple(sorted(places)) == UNCUT
    assert cut_places(TABLE, HAND, ROOT, reversed(NONCES)) == places


def test_each_nonce_its_seat_the_deck_the_hand_and_the_table_change_it() -> None:
    other = bytes(32)
    cuts = {
        cut_places(TABLE, HAND, ROOT, NONCES),
        cut_places(TABLE, HAND, ROOT, NONCES[:2]),
        cut_places(TABLE, HAND, ROOT, [*NONCES[:2], (9, other)]),
        cut_places(TABLE, HAND, ROOT, [*NONCES[:2], (8, NONCES[2][1])]),
        cut_places(TABLE, HAND, other, NONCES),
        cut_places(TABLE, HAND + 1, ROOT, NONCES),
        cut_places("s0-cut12346", HAND, ROOT, NONCES),
    }

    assert len(cuts) == 7


def test_one_nonce_by_chance_makes_every_place_as_likely() -> None:
    """Whatever the others tell: 5,200 cuts give each committed place some 100 times as the first card."""
    fixed = NONCES[:2]
    first = Counter(
        cut_places(TABLE, HAND, ROOT, [*fixed, (9, sha256(number.to_bytes(4, "big")).digest())])[0]
        for number in range(5_200)
    )

    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 103, "chi-square, 51 degrees"
    assert len(first) == 52


def test_a_commitment_binds_nonce_table_hand_and_player() -> None:
    nonce = bytes(32)
    committed = {
        cut_commitment(TABLE, HAND, "g-ann", nonce),
        cut_commitment(TABLE, HAND, "g-bob", nonce),
        cut_commitment(TABLE, HAND + 1, "g-ann", nonce),
        cut_commitment("s0-cut12346", HAND, "g-ann", nonce),
        cut_commitment(TABLE, HAND, "g-ann", ROOT),
    }

    assert len(committed) == 5


def test_a_cut_deck_keeps_its_commitment_and_proves_each_card_at_its_committed_place() -> None:
    deck = a_deck()
    places = cut_places(TABLE, HAND, deck.root, NONCES)

    cut = deck.cut(places)

    assert cut.root == deck.root
    assert cut.leaves == deck.leaves
    assert tuple(sorted(cut.order)) == ALL_CARDS
    for place in (0, 17, 51):
        assert cut.opening(place) == deck.opening(places[place])
        assert cut.proof(place) == deck.proof(places[place])
        assert cut.cards((place,)) == deck.cards((places[place],))


def test_a_deck_is_cut_once_and_to_all_its_places() -> None:
    deck = a_deck()
    places = cut_places(TABLE, HAND, deck.root, NONCES)

    with pytest.raises(NotADeck):
        deck.cut(places).cut(places)
    with pytest.raises(NotADeck):
        deck.cut((0, *places[1:]) if places[0] else (1, *places[1:]))
    with pytest.raises(NotADeck):
        deck.cut(places[:51])


def test_a_cut_deck_shows_no_card_in_a_log_line() -> None:
    deck = a_deck()

    assert repr(deck.cut(cut_places(TABLE, HAND, deck.root, NONCES))) == repr(deck)
