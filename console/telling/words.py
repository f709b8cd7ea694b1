"""How a player, cards and a pot are called."""

from collections.abc import Iterable

from console.supervisor.log_line import printable
from riverrun.holdem.state import Table, seat_at
from riverrun.kernel.cards import TEXTS, Card
from riverrun.kernel.identifiers import SeatNo


def name_at(table: Table, number: SeatNo) -> str:
    """Who sits there; with the seat where two have one name."""
    seat = seat_at(table, number)
    if seat is None:
        return f"seat {number}"
    alone = sum(other.name == seat.name for other in table.seats) == 1
    name = printable(seat.name) or f"seat {number}"
    return name if alone else f"{name} ({number})"


def spaced(cards: Iterable[Card]) -> str:
    """Cards as people write them: `Ah 7d 2c`."""
    return " ".join(TEXTS[card] for card in cards)


def hands_told(count: int) -> str:
    """So many hands, in words."""
    return f"{count:,} hand" + ("" if count == 1 else "s")


def pot_name(number: int) -> str:
    """A pot by its place."""
    return "the main pot" if not number else f"side pot {number}"
