"""One seat as it is drawn at the table: name, chips, cards, and the bet in front of it."""

from rich.text import Text

from console.table_screen.cards import drawn_cards
from riverrun.client.equities import equity_in_words
from riverrun.contracts.views import HandView, SeatView, TableView
from riverrun.kernel.identifiers import SeatNo

LINES = 4
_STANDING = {"waiting": "waits", "sitting_out": "sits out", "buying_in": "buys in"}


def seat_cell(view: TableView, number: SeatNo, names: dict[SeatNo, str]) -> list[Text]:
    """Four lines; an empty seat is its number alone."""
    seat = next((one for one in view.seats if one.seat == number), None)
    if seat is None:
        return [Text(), Text(f"seat {number}", "grey39"), Text("free", "grey39"), Text()]
    return [
        _name(view, seat, names),
        _chips(seat),
        cards_of(view, seat),
        _in_front(view, seat),
    ]


def _in_front(view: TableView, seat: SeatView) -> Text:
    """The bet; what an open hand is worth, once there is no more betting."""
    if seat.bet:
        return Text(f"• {seat.bet:,}", "yellow")
    return Text(equity_in_words(view.hand, seat.seat), "magenta")


def _name(view: TableView, seat: SeatView, names: dict[SeatNo, str]) -> Text:
    own = view.you is not None and view.you.seat == seat.seat
    name = Text(names[seat.seat], "bold cyan" if own else "bold")
    if out_of_it(view, seat):
        name.stylize("dim")
    if view.hand is not None and view.hand.turn is not None and view.hand.turn.seat == seat.seat:
        name = Text.assemble(("▶ ", "bold yellow"), name)
    mark = places(view.hand, seat.seat)
    return Text.assemble(name, (f" {mark}", "black on white")) if mark else name


def places(hand: HandView | None, number: SeatNo) -> str:
    """Where the button and the blinds are: `D`, `SB`, `BB`."""
    if hand is None:
        return ""
    marks = (("D", hand.button), ("SB", hand.small_blind), ("BB", hand.big_blind))
    return "/".join(mark for mark, seat in marks if seat == number)


def _chips(seat: SeatView) -> Text:
    standing = _STANDING.get(seat.standing, "") or ("offline" if seat.disconnected else "")
    if seat.all_in:
        return Text("all-in", "bold red")
    return Text.assemble(f"{seat.stack:,}", (f" {standing}", "italic dim") if standing else "")


def cards_of(view: TableView, seat: SeatView) -> Text:
    """Cards as far as they are seen; their backs while they play."""
    own = view.you if view.you is not None and view.you.seat == seat.seat else None
    seen = seat.cards or (own.hole_cards if own is not None else "")
    if seen:
        cards = drawn_cards(seen)
        if seat.folded:
            cards.stylize("dim")
        return cards
    if not seat.in_hand:
        return Text()
    return Text("folded", "grey50") if seat.folded else Text("▒▒ ▒▒", "card.back")


def out_of_it(view: TableView, seat: SeatView) -> bool:
    """Whether the seat plays no part in the hand on the table."""
    return seat.folded or (view.hand is not None and not seat.in_hand) or seat.standing == "sitting_out"
