"""The deck of a hand at a table, and what of it the hand's events carry."""

from collections.abc import Iterable

from riverrun.contracts.table_events import CardOpening
from riverrun.kernel.deck import OpenDeck, salt_seed_of, shuffled
from riverrun.kernel.identifiers import TableId


def deal_deck(table: TableId, hand: int, seed: bytes) -> OpenDeck:
    """The deck of one hand, fixed from here on (R1.5), from 32 bytes of the operating system's generator."""
    return OpenDeck(table, hand, shuffled(seed), salt_seed_of(seed))


def card_openings(deck: OpenDeck, positions: Iterable[int]) -> tuple[CardOpening, ...]:
    """The openings of cards that all may see, as events carry them, in the deck's order."""
    openings = (deck.opening(position) for position in sorted(set(positions)))
    return tuple(CardOpening(one.position, one.card, one.salt) for one in openings)
