"""Which place of the deck each card comes from: hole cards clockwise in two rounds, then streets (R2.5)."""

from collections.abc import Iterable, Sequence

from riverrun.kernel.identifiers import SeatNo


def dealing_order(button: SeatNo, seats: Iterable[SeatNo]) -> tuple[SeatNo, ...]:
    """The dealt-in seats clockwise from the left of the button's place, which itself may be empty."""
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))


def hole_positions(players: int, place: int) -> tuple[int, int]:
    """Where the two cards of the player at this place of the dealing order lie: one a round."""
    return place, players + place


def street_position(players: int, dealt: Sequence[int], burn_cards: bool) -> int:
    """Where a street's first card lies; `dealt` are the sizes of the streets before it, on any board."""
    burned = len(dealt) + 1 if burn_cards else 0
    return 2 * players + sum(dealt) + burned
