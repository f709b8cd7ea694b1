"""The shuffle: unbiased, whole, the same for ever from the same seed."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256, shake_256
from itertools import islice
from math import sqrt

import pytest

from riverrun.kernel.cards import ALL_CARDS, Cards
from riverrun.kernel.deck import (
    _DRAWS,
    NotADeck,
    OpenDeck,
    order_drawn_by,
    salt_seed_of,
    salts_of,
    shuffled,
    squeezed_from,
)

SHUFFLES = 20_000
TABLE = "s0-kq3v9x2m"


def seed(number: int) -> bytes:
    return sha256(b"a test's seed" + number.to_bytes(4, "big")).digest()


@pytest.fixture(scope="module")
def orders() -> list[Cards]:
    return [shuffled(seed(number)) for number in range(SHUFFLES)]


def chi_square(observed: Counter[tuple[int, int]], cells: int) -> float:
    expected = observed.total() / cells
    seen = sum((count - expected) ** 2 / expected for count in observed.values())
    return seen + (cells - len(observed)) * expected


def deviations(measured: float, freedom: int) -> float:
    """How many standard deviations a chi-square lies from its mean."""
    return (measured - freedom) / sqrt(2 * freedom)


def place_deviations(orders: list[Cards]) -> float:
    """An order has each place and each card once: 51 x 51 degrees of freedom, spread over 51 x 52."""
    placed = Counter(place for order in orders for place in enumerate(order))
    return deviations(chi_square(placed, 52 * 52) * 51 / 52, 51 * 51)


def test_every_card_is_equally_likely_at_every_place(orders: list[Cards]) -> None:
    assert abs(place_deviations(orders)) < 4


@pytest.mark.parametrize("place", [0, 1, 25, 50])
def test_every_two_cards_are_equally_likely_to_follow_each_other(orders: list[Cards], place: int) -> None:
    pairs = Counter((order[place], order[place + 1]) for order in orders)

    assert abs(deviations(chi_square(pairs, 52 * 51), 52 * 51 - 1)) < 4


def test_the_measure_finds_the_well_known_wrong_shuffle() -> None:
    def swap_each_place_with_any(number: int) -> Cards:
        order = list(ALL_CARDS)
        drawn = shake_256(seed(number)).digest(104)
        for place in range(52):
            other = int.from_bytes(drawn[2 * place : 2 * place + 2], "big") % 52
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    assert place_deviations([swap_each_place_with_any(number) for number in range(SHUFFLES // 4)]) > 4


def test_each_draw_gives_each_of_its_choices_as_many_bytes() -> None:
    for last, choices, biased_from in _DRAWS:
        taken = Counter(byte % choices for byte in range(biased_from))
        assert choices == last + 1
        assert set(taken) == set(range(choices))
        assert len(set(taken.values())) == 1
        assert 256 - biased_from < choices


def test_a_byte_that_would_favour_some_cards_is_passed_over() -> None:
    def bytes_beginning(*first: int) -> Iterator[int]:
        yield from first
        yield from [0] * 60

    # 208 = 4 x 52: the bytes from there on would favour the first 48 cards.
    assert order_drawn_by(bytes_beginning(208, 255, 207)) == order_drawn_by(bytes_beginning(207))
    assert order_drawn_by(bytes_beginning(207))[51] == 51


def test_the_stream_goes_on_beyond_its_first_squeeze() -> None:
    drawn = bytes(islice(squeezed_from(b"riverrun/deck/1/order" + seed(1)), 1500))

    assert drawn == shake_256(b"riverrun/deck/1/order" + seed(1)).digest(1500)


def test_a_seed_must_have_256_bits() -> None:
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(NotADeck):
            shuffled(wrong)
        with pytest.raises(NotADeck):
            salt_seed_of(wrong)


def test_no_two_salts_are_alike_nor_any_the_secret_they_come_from() -> None:
    secret = salt_seed_of(seed(1))

    assert len({*salts_of(secret), secret, seed(1)}) == 54


def test_a_deck_is_52_cards_each_once() -> None:
    order = shuffled(seed(1))

    for wrong in (order[:51], (*order[:51], order[0]), (*order, 0), (*order[:51], 52)):
        with pytest.raises(NotADeck):
            OpenDeck(TABLE, 1, wrong, bytes(32))
    with pytest.raises(NotADeck):
        OpenDeck(TABLE, 1, order, bytes(31))


def test_a_deck_shows_no_card_in_a_log_line() -> None:
    deck = OpenDeck(TABLE, 17, shuffled(seed(1)), salt_seed_of(seed(1)))

    assert repr(deck) == "OpenDeck(table='s0-kq3v9x2m', hand=17)"
    assert repr(deck.opening(4)) == "Opening(position=4)"


def test_cards_are_read_from_the_deck_by_their_places() -> None:
    deck = OpenDeck(TABLE, 17, shuffled(seed(1)), salt_seed_of(seed(1)))

    assert deck.cards((3, 0)) == (deck.order[3], deck.order[0])
    assert deck.opening(3).card == deck.order[3]
