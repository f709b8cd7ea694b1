"""A table's sealed decks: what stands in the log, who opens it, and what is left of a finished hand."""

from hashlib import sha256

import pytest

from riverrun.contracts.table_events import CardOpening, SealedHoleCards
from riverrun.kernel.commitment import leaf_of, root_of, split_leaves
from riverrun.kernel.deck import OpenDeck
from riverrun.runtime.sealing.key_ring import BoxTampered, Key, KeyRing, UnknownKey
from services.table.deck import card_openings, deal_deck
from services.table.sealing import (
    DeckNotAsCommitted,
    SealedDeck,
    open_deck,
    open_from_history,
    seal_deck,
    seal_for_history,
    seal_hand,
)

TABLE, HAND = "s0-kq3v9x2m", 17
LIVE = KeyRing([Key("live-2026-11-a", bytes(range(32)))], "live-2026-11-a")
HISTORY = KeyRing([Key("history-2026-11-a", bytes(range(32, 64)))], "history-2026-11-a")


@pytest.fixture
def deck() -> OpenDeck:
    return deal_deck(TABLE, HAND, sha256(b"a test's deck").digest())


@pytest.fixture
def sealed(deck: OpenDeck) -> SealedDeck:
    return seal_deck(deck, LIVE)


def test_the_host_opens_the_deck_it_sealed(deck: OpenDeck, sealed: SealedDeck) -> None:
    assert sealed.commitment == deck.root
    assert open_deck(TABLE, HAND, sealed.commitment, sealed.box, sealed.key_id, LIVE) == deck


def test_a_sealed_deck_is_112_bytes_that_tell_nothing(deck: OpenDeck, sealed: SealedDeck) -> None:
    assert len(sealed.box) == 12 + 52 + 32 + 16
    assert deck.salt_seed not in sealed.box
    assert bytes(deck.order) not in sealed.box


def test_a_deck_moved_to_another_table_hand_or_commitment_stays_shut(sealed: SealedDeck) -> None:
    for table, hand, commitment in (
        ("s0-kq3v9x2n", HAND, sealed.commitment),
        (TABLE, HAND + 1, sealed.commitment),
        (TABLE, HAND, sealed.commitment[::-1]),
    ):
        with pytest.raises(BoxTampered):
            open_deck(table, hand, commitment, sealed.box, sealed.key_id, LIVE)


def test_history_never_opens_a_running_hand(sealed: SealedDeck) -> None:
    with pytest.raises(UnknownKey):
        open_deck(TABLE, HAND, sealed.commitment, sealed.box, sealed.key_id, HISTORY)


def test_a_deck_that_is_not_the_one_committed_to_is_found_out(deck: OpenDeck) -> None:
    other = deal_deck(TABLE, HAND, sha256(b"another deck").digest())
    bound = (b"riverrun/deck/1/live", TABLE.encode(), HAND.to_bytes(8, "big"), deck.root)

    for content in (bytes(other.order) + other.salt_seed, bytes(52) + other.salt_seed, bytes(deck.order)):
        box = LIVE.seal(content, *bound)
        with pytest.raises(DeckNotAsCommitted):
            open_deck(TABLE, HAND, deck.root, box, LIVE.current, LIVE)


def test_a_hand_drawn_again_has_another_box_even_for_the_same_deck(deck: OpenDeck) -> None:
    assert seal_deck(deck, LIVE).box != seal_deck(deck, LIVE).box


def test_a_players_own_cards_come_back_from_history_with_their_proofs(deck: OpenDeck) -> None:
    sealed = seal_for_history(deck, (2, 8), 5, "ann", HISTORY)

    openings = open_from_history(TABLE, HAND, sealed, HISTORY)

    assert openings == (deck.opening(2), deck.opening(8))


def test_a_players_cards_open_for_no_other_player_seat_hand_or_table(deck: OpenDeck) -> None:
    sealed = seal_for_history(deck, (2, 8), 5, "ann", HISTORY)

    for table, hand, moved in (
        ("s0-kq3v9x2n", HAND, sealed),
        (TABLE, HAND + 1, sealed),
        (TABLE, HAND, SealedHoleCards(4, "ann", sealed.box, sealed.key_id)),
        (TABLE, HAND, SealedHoleCards(5, "bob", sealed.box, sealed.key_id)),
    ):
        with pytest.raises(BoxTampered):
            open_from_history(table, hand, moved, HISTORY)


def test_a_finished_hand_keeps_what_was_dealt_and_nothing_else(deck: OpenDeck) -> None:
    event = seal_hand(
        deck, public=[6, 4, 5, 4], hole={3: ("bob", (0, 2)), 5: ("ann", (1, 3))}, history=HISTORY
    )

    assert event.hand == HAND
    assert [one.position for one in event.public] == [4, 5, 6]
    assert [(one.seat, one.player) for one in event.private] == [(3, "bob"), (5, "ann")]
    assert open_from_history(TABLE, HAND, event.private[1], HISTORY) == (deck.opening(1), deck.opening(3))
    kept = b"".join(one.box for one in event.private) + b"".join(one.salt for one in event.public)
    assert all(deck.opening(undealt).salt not in kept for undealt in range(7, 52))
    assert deck.salt_seed not in kept + event.leaves


def test_the_published_leaves_are_the_committed_ones(deck: OpenDeck) -> None:
    event = seal_hand(deck, public=[4], hole={}, history=HISTORY)

    leaves = split_leaves(event.leaves)

    assert root_of(leaves) == deck.root
    assert leaves[4] == leaf_of(TABLE, HAND, deck.opening(4))


def test_openings_of_public_cards_stand_in_the_decks_order(deck: OpenDeck) -> None:
    assert card_openings(deck, (9, 4)) == tuple(
        CardOpening(position, deck.order[position], deck.opening(position).salt) for position in (4, 9)
    )
