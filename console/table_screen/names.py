"""What players are called: by their names, with the seat where two share one, and `You`."""

from riverrun.contracts.views import SeatView, TableView
from riverrun.kernel.identifiers import SeatNo


def printable(name: str) -> str:
    """A name must not steer the reader's terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def names_of(*views: TableView) -> dict[SeatNo, str]:
    """Who sits where; a later view counts only for seats that the earlier ones have empty."""
    seats: dict[SeatNo, SeatView] = {}
    for view in views:
        for seat in view.seats:
            seats.setdefault(seat.seat, seat)
    names = [seat.name for seat in seats.values()]
    return {
        number: printable(seat.name) + (f" ({number})" if names.count(seat.name) > 1 else "")
        for number, seat in seats.items()
    }
