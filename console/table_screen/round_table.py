"""The table as it is drawn: seats in a ring around the board, the player himself at the bottom."""

from typing import NamedTuple

from rich.text import Text

from console.table_screen.cards import drawn_cards
from console.table_screen.names import names_of
from console.table_screen.seat_cell import LINES, seat_cell
from riverrun.contracts.views import HandView, TableView
from riverrun.kernel.identifiers import SeatNo

WIDEST = 100
SIDE = 20


class Ring(NamedTuple):
    """How many seats stand at the top, at each side, and at the bottom: the player's and its neighbours."""

    top: int
    sides: int
    bottom: int


_RINGS = {
    2: Ring(1, 0, 1),
    3: Ring(0, 1, 1),
    4: Ring(1, 1, 1),
    5: Ring(2, 1, 1),
    6: Ring(3, 1, 1),
    7: Ring(2, 1, 3),
    8: Ring(3, 1, 3),
    9: Ring(4, 1, 3),
}


def round_table(view: TableView, width: int) -> list[Text]:
    """Lines of that width."""
    names = names_of(view)
    seats = _clockwise_from_bottom(view)
    ring = _RINGS[len(seats)]
    half = ring.bottom // 2
    left_bottom, rest = seats[1 : 1 + half], seats[1 + half :]
    left, rest = rest[: ring.sides], rest[ring.sides :]
    top, rest = rest[: ring.top], rest[ring.top :]
    right, right_bottom = rest[: ring.sides], rest[ring.sides :]

    def cells(numbers: list[SeatNo]) -> list[list[Text]]:
        return [seat_cell(view, number, names) for number in numbers]

    middle = [*cells(left), middle_of(view), *cells(right)]
    sides = [SIDE, width - 2 * SIDE, SIDE] if ring.sides else [width]
    bottom = cells([*reversed(left_bottom), seats[0], *reversed(right_bottom)])
    upper = [*_row(cells(top), [width // len(top)] * len(top)), Text()] if top else []
    return [*upper, *_row(middle, sides), Text(), *_row(bottom, [width // len(bottom)] * len(bottom))]


def _clockwise_from_bottom(view: TableView) -> list[SeatNo]:
    """All seats of the table, the player's first, or the highest for who only looks on."""
    seats = list(range(1, int(view.config["seats"]) + 1))
    first = seats.index(view.you.seat) if view.you is not None else len(seats) - 1
    return seats[first:] + seats[:first]


def middle_of(view: TableView) -> list[Text]:
    """What lies in the middle: the boards and the pots."""
    hand = view.hand
    if hand is None:
        return [
            Text(),
            Text("the next hand is about to be dealt" if _can_play(view) else "waiting for players", "dim"),
        ]
    return [Text(), *(_board(board) for board in hand.boards), _pot(hand)]


def _can_play(view: TableView) -> bool:
    return sum(1 for seat in view.seats if seat.stack and seat.standing != "sitting_out") > 1


def _board(board: str) -> Text:
    empty = (" ··" * (5 - len(board) // 2)) if board else "·· ·· ·· ·· ··"
    return Text.assemble(drawn_cards(board), (empty, "grey50"))


def _pot(hand: HandView) -> Text:
    if hand.phase == "over":
        return Text("the hand is over", "dim")
    line = Text(f"pot {hand.pot:,}", "yellow")
    if len(hand.pots) > 1:
        line.append(" = " + " + ".join(f"{pot.amount:,}" for pot in hand.pots), "dim")
    return line


def _row(cells: list[list[Text]], widths: list[int]) -> list[Text]:
    lines = []
    for at in range(max(LINES, *(len(cell) for cell in cells))):
        parts = [
            _fitted(cell[at] if at < len(cell) else Text(), width)
            for cell, width in zip(cells, widths, strict=True)
        ]
        lines.append(Text.assemble(*parts))
    return lines


def _fitted(text: Text, width: int) -> Text:
    fitted = text.copy()
    fitted.truncate(width - 1, overflow="ellipsis")
    fitted.align("center", width)
    return fitted
