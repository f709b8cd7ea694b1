"""The table for a narrow or low terminal: a line a seat, the board and the pot."""

from rich.text import Text

from console.table_screen.names import names_of
from console.table_screen.round_table import middle_of
from console.table_screen.seat_cell import cards_of, out_of_it, places
from riverrun.contracts.views import SeatView, TableView

NAME = 12


def seat_list(view: TableView) -> list[Text]:
    """Who has a seat, in order, then the middle."""
    names = names_of(view)
    return [*(_line(view, seat, names[seat.seat]) for seat in view.seats), *middle_of(view)[1:]]


def _line(view: TableView, seat: SeatView, name: str) -> Text:
    hand = view.hand
    asked = hand is not None and hand.turn is not None and hand.turn.seat == seat.seat
    own = view.you is not None and view.you.seat == seat.seat
    shown = Text(name)
    shown.truncate(NAME, overflow="ellipsis", pad=True)
    shown.stylize("bold cyan" if own else "dim" if out_of_it(view, seat) else "bold")
    chips = "all-in" if seat.all_in else f"{seat.stack:,}"
    return Text.assemble(
        ("▶" if asked else " ", "bold yellow"),
        shown,
        f" {places(hand, seat.seat):<5}{chips:>9} ",
        cards_of(view, seat),
        (f"  • {seat.bet:,}" if seat.bet else "", "yellow"),
    )
