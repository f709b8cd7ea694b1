"""The deck: shuffled without bias from 32 secret bytes, committed to before the first card (R1.5, R11.4)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import shake_256
from typing import Final

from riverrun.kernel.cards import ALL_CARDS, Cards
from riverrun.kernel.commitment import (
    DECK_SIZE,
    SALT_SIZE,
    MerklePath,
    Opening,
    leaves_of,
    path_of,
    root_of,
)
from riverrun.kernel.identifiers import TableId

SEED_SIZE: Final = 32

_ORDER = b"riverrun/deck/1/order"
_SALT_SEED = b"riverrun/deck/1/salt-seed"
_SALTS = b"riverrun/deck/1/salts"

_DRAWS = tuple((last, last + 1, 256 - 256 % (last + 1)) for last in range(DECK_SIZE - 1, 0, -1))
"""Fisher-Yates from the end: the place to fill, its number of choices, the first byte that favours some."""
_FIRST_SQUEEZE = 272
"""Two blocks of SHAKE-256: a shuffle takes some 61 bytes, so a second squeeze practically never comes."""


UNCUT: Final = tuple(range(DECK_SIZE))
"""The places of a deck that nobody has cut: each card is dealt from where it was committed to."""


class NotADeck(ValueError):
    """An order that is not the 52 cards once each, or a seed of another length than 32 bytes."""


def shuffled(seed: bytes) -> Cards:
    """The order that a seed of 32 bytes gives; over all seeds no order is favoured. Raises `NotADeck`."""
    return order_drawn_by(squeezed_from(_ORDER + _checked(seed)))


def squeezed_from(content: bytes) -> Iterator[int]:
    """SHAKE-256 over `content`, byte by byte without end."""
    begun, length = shake_256(content), _FIRST_SQUEEZE
    yield from begun.digest(length)
    while True:
        yield from begun.digest(2 * length)[length:]
        length *= 2


def order_drawn_by(stream: Iterator[int]) -> Cards:
    """Fisher-Yates by a stream of bytes; a byte that would make some card likelier is passed over."""
    order = list(ALL_CARDS)
    for last, choices, biased_from in _DRAWS:
        drawn = next(stream)
        while drawn >= biased_from:
            drawn = next(stream)
        drawn %= choices
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


def salt_seed_of(seed: bytes) -> bytes:
    """The secret of the salts; drawn from the same seed, yet neither it nor the order tells of the other."""
    return shake_256(_SALT_SEED + _checked(seed)).digest(SALT_SIZE)


def salts_of(salt_seed: bytes) -> list[bytes]:
    """A salt for each position; knowing some of them tells nothing about the others."""
    squeezed = shake_256(_SALTS + salt_seed).digest(DECK_SIZE * SALT_SIZE)
    return [squeezed[at : at + SALT_SIZE] for at in range(0, len(squeezed), SALT_SIZE)]


@dataclass(frozen=True)
class OpenDeck:
    """A hand's deck as only the table's host holds it while the hand runs (R1.6). Raises `NotADeck`.

    It never stands in a state, an event or a snapshot, and its repr shows no card. `order` is that of the
    deal; `places` says where in the committed deck each of its cards stood, moved by the players' cut alone.
    """

    table: TableId
    hand: int
    order: Cards = field(repr=False)
    salt_seed: bytes = field(repr=False)
    places: tuple[int, ...] = field(default=UNCUT, repr=False)

    def __post_init__(self) -> None:
        if tuple(sorted(self.order)) != ALL_CARDS:
            raise NotADeck("a deck has the 52 cards, each once")
        _checked(self.salt_seed)

    @cached_property
    def _salts(self) -> list[bytes]:
        return salts_of(self.salt_seed)

    @cached_property
    def _leaves(self) -> list[bytes]:
        committed = self.order
        if self.places is not UNCUT:
            committed = tuple(card for _, card in sorted(zip(self.places, self.order, strict=True)))
        return leaves_of(self.table, self.hand, committed, self._salts)

    @cached_property
    def root(self) -> bytes:
        """The commitment, 32 bytes."""
        return root_of(self._leaves)

    @property
    def leaves(self) -> bytes:
        """The 52 leaf hashes in one piece; they tell no card and may be published once the hand is over."""
        return b"".join(self._leaves)

    def cards(self, positions: Iterable[int]) -> Cards:
        """The cards at some places of the deal, in the order asked for."""
        return tuple(self.order[position] for position in positions)

    def opening(self, position: int) -> Opening:
        """What proves the card dealt from there to whoever gets it; it names the committed place."""
        committed = self.places[position]
        return Opening(committed, self.order[position], self._salts[committed])

    def proof(self, position: int) -> MerklePath:
        """The path from that card's leaf to the root, for a proof without the other leaves."""
        return path_of(self._leaves, self.places[position])

    def cut(self, places: tuple[int, ...]) -> "OpenDeck":
        """The same deck, dealt from the players' cut on. Raises `NotADeck` where it was cut before."""
        if self.places is not UNCUT or tuple(sorted(places)) != UNCUT:
            raise NotADeck("a deck is cut once, to its 52 places")
        return replace(self, order=self.cards(places), places=places)


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_SIZE:
        raise NotADeck(f"a deck's seed has {SEED_SIZE} bytes, not {len(seed)}")
    return seed
