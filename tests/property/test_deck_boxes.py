"""A box opens whole and where it belongs, for its key; else it stays shut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverrun.runtime.sealing.key_ring import BoxTampered, Key, KeyRing
from services.table.deck import deal_deck
from services.table.sealing import open_deck, open_from_history, seal_deck, seal_for_history

RING = KeyRing([Key("live-2026-11-a", bytes(range(32)))], "live-2026-11-a")
seeds = st.binary(min_size=32, max_size=32)
parts = st.lists(st.binary(max_size=20), max_size=4)


@given(seeds, st.integers(1, 2**53))
def test_any_deck_comes_back_from_its_box(seed: bytes, hand: int) -> None:
    deck = deal_deck("s0-kq3v9x2m", hand, seed)
    sealed = seal_deck(deck, RING)

    assert open_deck(deck.table, hand, sealed.commitment, sealed.box, sealed.key_id, RING) == deck


@given(seeds, st.integers(1, 9), st.lists(st.integers(0, 51), max_size=3, unique=True))
def test_any_cards_come_back_from_history(seed: bytes, seat: int, positions: list[int]) -> None:
    deck = deal_deck("s0-kq3v9x2m", 17, seed)
    sealed = seal_for_history(deck, positions, seat, "ann", RING)

    assert open_from_history(deck.table, 17, sealed, RING) == tuple(map(deck.opening, positions))


@given(st.binary(max_size=100), parts, parts)
def test_a_box_opens_only_with_the_very_parts_it_is_bound_to(
    content: bytes, bound_to: list[bytes], others: list[bytes]
) -> None:
    box = RING.seal(content, *bound_to)

    assert RING.open(RING.current, box, *bound_to) == content
    if others != bound_to:
        with pytest.raises(BoxTampered):
            RING.open(RING.current, box, *others)


@given(st.binary(max_size=60), st.integers(0, 10**6), st.integers(1, 255))
def test_any_changed_byte_keeps_a_box_shut(content: bytes, where: int, change: int) -> None:
    box = RING.seal(content, b"table")
    at = where % len(box)

    with pytest.raises(BoxTampered):
        RING.open(RING.current, box[:at] + bytes((box[at] ^ change,)) + box[at + 1 :], b"table")


@given(st.binary(max_size=100))
def test_what_is_no_box_stays_shut(junk: bytes) -> None:
    with pytest.raises(BoxTampered):
        RING.open(RING.current, junk, b"table")
