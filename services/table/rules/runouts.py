"""Which cards come next from the deck, on which board (R2.2, R2.5, R7.2)."""

from typing import NamedTuple

from riverrun.contracts.table_events import Street
from riverrun.kernel.cards import Cards

_STREETS: dict[int, tuple[Street, int]] = {0: ("flop", 3), 3: ("turn", 1), 4: ("river", 1)}


class NextCards(NamedTuple):
    """The next street of a board: `size` cards from place `position` of the deck."""

    street: Street
    board: int
    position: int
    size: int


def next_cards(boards: tuple[Cards, ...], dealt: int, burn: bool) -> NextCards:
    """What is dealt next when `dealt` cards have left the deck: one board is finished before the next begins.

    With `burn` one card is passed over before each street (R2.5).
    """
    board = next(number for number, cards in enumerate(boards) if len(cards) < 5)
    street, size = _STREETS[len(boards[board])]
    return NextCards(street, board, dealt + (1 if burn else 0), size)


def hole_positions(players: int) -> tuple[tuple[int, int], ...]:
    """The deck's places of each player's two cards: two rounds, from the left of the button (R2.5)."""
    return tuple(zip(range(players), range(players, 2 * players), strict=True))
