"""Reads cards out of requests, and says what is wrong with others without naming a card."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from riverrun.kernel.cards import Card, Cards
from riverrun.runtime.grpc.bad_argument import BadArgument

Named: TypeAlias = tuple[str, Cards]
"""A field of a request and the cards in it."""


def cards_in(field: str, packed: bytes, fewest: int, most: int) -> Named:
    """So many cards, a byte each. Raises `BadArgument`."""
    if not fewest <= len(packed) <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadArgument("wrong_count", field, f"{len(packed)} cards instead of {wanted}")
    if max(packed, default=0) > 51:
        raise BadArgument("not_a_card", field, "a byte above 51")
    return field, tuple(packed)


def holes_in(holes: Iterable[bytes]) -> list[Named]:
    """Two cards each. Raises `BadArgument`."""
    return [cards_in(f"holes[{at}]", hole, 2, 2) for at, hole in enumerate(holes)]


def check_count(field: str, many: int, allowed: range) -> None:
    """Raises `BadArgument`."""
    if many not in allowed:
        raise BadArgument("wrong_count", field, f"{many}; {allowed.start} to {allowed.stop - 1} are possible")


def check_different(parts: Sequence[Named]) -> None:
    """No card twice, within a part or in two. Raises `BadArgument`, naming the later field."""
    seen: set[Card] = set()
    for field, cards in parts:
        if len(set(cards)) < len(cards) or not seen.isdisjoint(cards):
            raise BadArgument("duplicate_card", field, "a card that is there already")
        seen.update(cards)
