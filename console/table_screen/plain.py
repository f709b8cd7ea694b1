"""A table in plain lines, for pipes, scripts and screen readers."""

from typing import TextIO

from rich.text import Text

from console.table_screen.asked import offers, own_hand
from console.table_screen.display import Sight
from console.table_screen.insuring import asked_to_insure, own_offers
from riverrun.contracts.insurance_views import OfferView
from riverrun.contracts.views import TableView


class PlainDisplay:
    """Each thing once, as it happens; before the person's turns what there is to know and to choose."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._asked = (0, 0)
        self._insured: tuple[OfferView, ...] = ()

    def tell(self, line: Text) -> None:
        self._write(line.plain)

    def say(self, *lines: str) -> None:
        for line in lines:
            self._write(f"* {line}")

    def show(self, sight: Sight) -> None:
        hand = sight.view.hand
        self._offer_insurance(sight)
        if not sight.asked or hand is None or hand.turn is None:
            return
        turn = hand.hand, hand.turn.turn
        if turn != self._asked:
            self._asked = turn
            for line in asked_lines(sight):
                self._write(line)

    def _offer_insurance(self, sight: Sight) -> None:
        offers = own_offers(sight.view)
        if offers != self._insured:
            self._insured = offers
            for line in asked_to_insure(sight.view, sight.ms_left):
                self._write(f"> {line.plain}")

    def last_words(self) -> list[str]:
        """Nothing: all has been said."""
        return []

    def _write(self, line: str) -> None:
        self._output.write(line + "\n")
        self._output.flush()


def asked_lines(sight: Sight) -> list[str]:
    """A turn of the person's in two lines."""
    view = sight.view
    known = [f"Your turn, {-(-sight.ms_left // 1000)} s", *_cards(view), *_chips(view)]
    return ["> " + ", ".join(known), ">   " + "   ".join(offer.plain for offer in offers(view))]


def _cards(view: TableView) -> list[str]:
    assert view.hand is not None
    assert view.you is not None
    made = own_hand(view).plain.removeprefix("your hand: ")
    holds = f"you hold {_apart(view.you.hole_cards)}" + (f" ({made})" if made else "")
    return [holds, *(f"board {_apart(board)}" for board in view.hand.boards if board)]


def _chips(view: TableView) -> list[str]:
    assert view.hand is not None
    assert view.you is not None
    stack = next(seat.stack for seat in view.seats if seat.seat == view.you.seat)
    return [f"pot {view.hand.pot:,}", f"your stack {stack:,}"]


def _apart(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))
