"""The commitment: what it binds, and that its tree is the one of RFC 6962."""

from dataclasses import replace
from hashlib import sha256

import pytest

from riverrun.kernel.cards import card
from riverrun.kernel.commitment import (
    NotAnOpening,
    Opening,
    leaf_of,
    leaves_of,
    path_of,
    root_by_path,
    root_of,
    split_leaves,
    verify_opening,
)
from riverrun.kernel.deck import OpenDeck, salt_seed_of, shuffled

TABLE, HAND = "s0-kq3v9x2m", 17
SEED = sha256(b"a test's deck").digest()


@pytest.fixture
def deck() -> OpenDeck:
    return OpenDeck(TABLE, HAND, shuffled(SEED), salt_seed_of(SEED))


def tree_hash(leaves: list[bytes]) -> bytes:
    """The Merkle tree hash as RFC 6962, 2.1 writes it: split at the largest power of two."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01" + tree_hash(leaves[:split]) + tree_hash(leaves[split:])).digest()


def test_the_tree_is_the_one_of_rfc_6962_for_any_number_of_leaves() -> None:
    for count in range(1, 70):
        leaves = [sha256(bytes((number,))).digest() for number in range(count)]
        assert root_of(leaves) == tree_hash(leaves)


def test_the_tree_gives_the_roots_that_certificate_transparency_publishes() -> None:
    entries = (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
    leaves = [sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in entries]

    assert root_of(leaves[:3]).hex() == "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    assert root_of(leaves[:7]).hex() == "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"
    assert root_of(leaves).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def test_a_leaf_binds_table_hand_position_card_and_salt_in_this_very_form() -> None:
    opening = Opening(position=4, card=card("Ah"), salt=bytes(range(32)))

    written = b"\x00riverrun/deck/1/leaf\x0bs0-kq3v9x2m\x00\x00\x00\x00\x00\x00\x00\x11\x04\x32" + bytes(
        range(32)
    )
    assert leaf_of(TABLE, HAND, opening) == sha256(written).digest()


def test_the_leaves_of_a_deck_are_those_of_its_openings(deck: OpenDeck) -> None:
    openings = [deck.opening(position) for position in range(52)]

    assert leaves_of(TABLE, HAND, deck.order, (one.salt for one in openings)) == [
        leaf_of(TABLE, HAND, one) for one in openings
    ]
    assert split_leaves(deck.leaves) == [leaf_of(TABLE, HAND, one) for one in openings]


def test_every_place_of_a_deck_can_be_proven(deck: OpenDeck) -> None:
    for position in range(52):
        assert verify_opening(deck.root, TABLE, HAND, deck.opening(position), deck.proof(position))


def test_the_last_four_places_have_shorter_paths(deck: OpenDeck) -> None:
    assert [len(deck.proof(position)) for position in range(52)] == [6] * 48 + [4] * 4


def test_another_table_hand_position_card_or_salt_is_not_proven(deck: OpenDeck) -> None:
    opening, path = deck.opening(4), deck.proof(4)
    other_salt = bytes((opening.salt[0] ^ 1,)) + opening.salt[1:]

    assert not verify_opening(deck.root, "s0-kq3v9x2n", HAND, opening, path)
    assert not verify_opening(deck.root, TABLE, HAND + 1, opening, path)
    assert not verify_opening(deck.root, TABLE, HAND, replace(opening, position=5), path)
    assert not verify_opening(deck.root, TABLE, HAND, replace(opening, card=(opening.card + 1) % 52), path)
    assert not verify_opening(deck.root, TABLE, HAND, replace(opening, salt=other_salt), path)
    assert not verify_opening(deck.root[::-1], TABLE, HAND, opening, path)


def test_a_table_and_hand_cannot_be_read_as_another_table_and_hand(deck: OpenDeck) -> None:
    opening = deck.opening(4)

    leaves = {
        leaf_of(table, hand, opening) for table in ("s0-aaaa", "s0-aaaa1", "s0-aaaa11") for hand in (1, 11)
    }
    assert len(leaves) == 6


def test_a_path_of_another_length_leads_nowhere(deck: OpenDeck) -> None:
    for position in (0, 47, 48, 51):
        leaf, path = leaf_of(TABLE, HAND, deck.opening(position)), deck.proof(position)
        assert root_by_path(leaf, position, path) == deck.root
        assert root_by_path(leaf, position, path[:-1]) is None
        assert root_by_path(leaf, position, (*path, deck.root)) is None
        assert root_by_path(leaf, position, ()) is None


def test_an_inner_node_cannot_pass_for_a_leaf(deck: OpenDeck) -> None:
    leaves = split_leaves(deck.leaves)
    pair = sha256(b"\x01" + leaves[0] + leaves[1]).digest()

    assert root_by_path(pair, 0, path_of(leaves, 0)[1:]) is None


def test_an_opening_is_34_bytes(deck: OpenDeck) -> None:
    opening = deck.opening(51)

    assert opening.packed() == bytes((51, opening.card)) + opening.salt
    assert Opening.unpacked(opening.packed()) == opening
    with pytest.raises(NotAnOpening):
        Opening.unpacked(opening.packed() + b"\x00")


def test_an_opening_names_a_place_and_a_card_of_the_deck() -> None:
    for position, shown, salt in ((52, 0, 32), (-1, 0, 32), (0, 52, 32), (0, -1, 32), (0, 0, 31)):
        with pytest.raises(NotAnOpening):
            Opening(position, shown, bytes(salt))


def test_leaves_come_in_one_piece_of_52() -> None:
    with pytest.raises(ValueError, match="1664 bytes"):
        split_leaves(bytes(51 * 32))
