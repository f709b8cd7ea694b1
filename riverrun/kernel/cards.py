"""The 52 cards as small integers: `4 * rank + suit`, rank 0..12 = 2..A, suit 0..3 = c d h s (R1.1)."""

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
ALL_CARDS: Cards = tuple(range(52))

_BY_TEXT = {text: card for card, text in enumerate(TEXTS)}


class NotACard(ValueError):
    """A text that names no card, or the same card twice."""


def rank_of(card: Card) -> int:
    """0 for a deuce … 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; suits never break ties (R1.2)."""
    return card & 3


def card(text: str) -> Card:
    """Read one card, such as `Ah`. Raises `NotACard`."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise NotACard(f"not a card: {text!r}") from None


def cards(text: str) -> Cards:
    """Read cards written together or apart: `AhKh`, `Ah Kh`. Raises `NotACard`, also for a repeated card."""
    compact = text.replace(" ", "")
    read = tuple(card(compact[at : at + 2]) for at in range(0, len(compact), 2))
    if len(set(read)) != len(read):
        raise NotACard(f"a card twice: {text!r}")
    return read


def text_of(shown: Iterable[Card]) -> str:
    """Write cards together: `AhKh`."""
    return "".join(TEXTS[one] for one in shown)
