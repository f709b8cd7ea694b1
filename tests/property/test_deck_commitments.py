"""Whatever the seed: a deck is whole, proves each of its cards, and proves nothing else."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from riverrun.kernel.cards import ALL_CARDS
from riverrun.kernel.commitment import Opening, root_by_path, verify_opening
from riverrun.kernel.deck import OpenDeck, order_drawn_by, shuffled
from services.table.deck import deal_deck

seeds = st.binary(min_size=32, max_size=32)
positions = st.integers(0, 51)
tables = st.from_regex(r"s[0-9]{1,3}-[a-z0-9]{4,32}", fullmatch=True)
hands = st.integers(1, 2**53)


@st.composite
def decks(draw: st.DrawFn) -> OpenDeck:
    return deal_deck(draw(tables), draw(hands), draw(seeds))


@given(seeds)
def test_no_card_is_repeated_and_none_is_missing(seed: bytes) -> None:
    assert tuple(sorted(shuffled(seed))) == ALL_CARDS


@given(seeds, positions.filter(lambda bit: bit < 32), st.integers(0, 7))
def test_any_bit_of_the_seed_changes_order_and_salts(seed: bytes, byte: int, bit: int) -> None:
    other = seed[:byte] + bytes((seed[byte] ^ 1 << bit,)) + seed[byte + 1 :]

    ours, theirs = deal_deck("s0-kq3v9x2m", 1, seed), deal_deck("s0-kq3v9x2m", 1, other)

    assert ours.order != theirs.order
    assert ours.salt_seed != theirs.salt_seed


@given(st.lists(st.integers(0, 255), min_size=51), st.binary(min_size=51, max_size=51))
def test_any_stream_of_bytes_gives_a_whole_deck(drawn: list[int], rest: bytes) -> None:
    acceptable = [byte % (place + 2) for place, byte in zip(range(50, -1, -1), rest, strict=True)]

    assert tuple(sorted(order_drawn_by(iter(drawn + [0] * len(acceptable))))) == ALL_CARDS
    assert tuple(sorted(order_drawn_by(iter(acceptable)))) == ALL_CARDS


@given(decks(), positions)
def test_each_card_is_proven_at_its_place(deck: OpenDeck, position: int) -> None:
    assert verify_opening(deck.root, deck.table, deck.hand, deck.opening(position), deck.proof(position))


@given(decks(), positions, positions)
def test_no_other_card_or_place_is_proven(deck: OpenDeck, position: int, other: int) -> None:
    opening, path = deck.opening(position), deck.proof(position)
    if other != opening.card:
        assert not verify_opening(deck.root, deck.table, deck.hand, replace(opening, card=other), path)
    if other != position:
        moved = replace(opening, position=other)
        assert not verify_opening(deck.root, deck.table, deck.hand, moved, path)
        assert not verify_opening(deck.root, deck.table, deck.hand, moved, deck.proof(other))


@given(decks(), positions, st.integers(0, 31), st.integers(1, 255))
def test_no_other_salt_is_proven(deck: OpenDeck, position: int, byte: int, change: int) -> None:
    opening = deck.opening(position)
    salt = opening.salt[:byte] + bytes((opening.salt[byte] ^ change,)) + opening.salt[byte + 1 :]

    assert not verify_opening(
        deck.root, deck.table, deck.hand, replace(opening, salt=salt), deck.proof(position)
    )


@given(decks(), positions, tables, hands)
def test_no_other_table_or_hand_is_proven(deck: OpenDeck, position: int, table: str, hand: int) -> None:
    opening, path = deck.opening(position), deck.proof(position)

    assert verify_opening(deck.root, table, deck.hand, opening, path) == (table == deck.table)
    assert verify_opening(deck.root, deck.table, hand, opening, path) == (hand == deck.hand)


@given(
    st.binary(min_size=32, max_size=32), positions, st.lists(st.binary(min_size=32, max_size=32), max_size=9)
)
def test_a_made_up_path_never_raises(leaf: bytes, position: int, path: list[bytes]) -> None:
    root = root_by_path(leaf, position, tuple(path))

    assert (root is None) == (len(path) != (6 if position < 48 else 4))


@given(decks(), positions)
def test_an_opening_survives_being_packed(deck: OpenDeck, position: int) -> None:
    assert Opening.unpacked(deck.opening(position).packed()) == deck.opening(position)
