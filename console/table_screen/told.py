"""To whom a story is told, and who is who in it."""

from typing import NamedTuple

from console.table_screen.names import names_of
from riverrun.contracts.views import TableView
from riverrun.holdem.hand_names import hand_name
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import cards
from riverrun.kernel.identifiers import SeatNo

WHOLE_BOARD = 10


class Told(NamedTuple):
    """The listener's seat, if any, and the table after what happened."""

    view: TableView
    names: dict[SeatNo, str]
    own: SeatNo | None

    @classmethod
    def between(cls, before: TableView, after: TableView) -> "Told":
        """Who has just left still has a name."""
        you = after.you or before.you
        return cls(after, names_of(after, before), None if you is None else you.seat)

    def name(self, seat: SeatNo) -> str:
        return "you" if seat == self.own else self.names.get(seat, f"seat {seat}")

    def does(self, seat: SeatNo, verb: str, third: str = "") -> str:
        """`You raise`, `Ann raises`."""
        if seat == self.own:
            return f"You {verb}"
        return f"{self.name(seat)} {third or verb + 's'}"

    def which(self, board: int) -> str:
        """`on board 2`, where there are several and the hand is played to its end on them."""
        hand = self.view.hand
        if hand is None or len(hand.boards) < 2 or len(hand.boards[board]) != WHOLE_BOARD:
            return ""
        return f" on board {board + 1}"

    def made(self, seat: SeatNo, board: int) -> str:
        """What an open hand made on a whole board, in words; empty where either is not seen."""
        hand = self.view.hand
        shown = next((one.cards for one in self.view.seats if one.seat == seat), "")
        if hand is None or len(shown) != 4 or len(hand.boards[board]) != WHOLE_BOARD:
            return ""
        return named(shown + hand.boards[board])

    def made_on_all(self, seat: SeatNo) -> str:
        """What it made on each board, once they are whole."""
        boards = range(0 if self.view.hand is None else len(self.view.hand.boards))
        return " / ".join([made for board in boards if (made := self.made(seat, board))])


def named(seen: str) -> str:
    """What five to seven cards make, in words within a sentence."""
    name = hand_name(rank(cards(seen)))
    return name[0].lower() + name[1:]
