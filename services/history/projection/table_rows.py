"""The rows of a table's life beside its hands: chips that come and go, people who come and go."""

from collections.abc import Callable
from typing import Any

from riverrun.contracts.table_events import (
    BuyInConfirmed,
    InsuranceSettled,
    PlayerCameBack,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    RabbitHunted,
    RakeTaken,
)
from services.history.projection import words
from services.history.projection.context import NOBODY, Context, Sitter
from services.history.projection.hand_rows import Rows


class Moment:
    """Where in the log an event stands, and the table's context before it."""

    __slots__ = ("at_ms", "context", "hand", "seq", "table", "version")

    def __init__(self, table: str, version: int, seq: int, at_ms: int, hand: int, context: Context) -> None:
        self.table = table
        self.version = version
        self.seq = seq
        self.at_ms = at_ms
        self.hand = hand
        self.context = context

    def ledger(self, rows: Rows, kind: int, player: str, seat: int, amount: int) -> None:
        place = (self.table, self.version, self.seq, self.at_ms)
        rows["ledger"].append((*place, self.hand, player, seat, kind, amount))

    def seating(self, rows: Rows, kind: int, seat: int, sitter: Sitter, amount: int = 0) -> None:
        place = (self.table, self.version, self.seq, self.at_ms)
        rows["seatings"].append((*place, sitter.player, sitter.name, seat, kind, amount))

    def sitter(self, seat: int) -> Sitter:
        """Who sits there; nobody: without a name."""
        return self.context.seats.get(seat, NOBODY)


def add_event(rows: Rows, event: Any, moment: Moment) -> None:
    """The rows of one event, if it makes any."""
    add = _ADD.get(type(event))
    if add is not None:
        add(rows, event, moment)


def _bought_in(rows: Rows, event: BuyInConfirmed, moment: Moment) -> None:
    player = moment.sitter(event.seat).player
    moment.ledger(rows, words.BUY_IN, player, event.seat, event.amount)


def _stood_up(rows: Rows, event: PlayerStoodUp, moment: Moment) -> None:
    moment.seating(rows, words.STOOD_UP, event.seat, moment.sitter(event.seat), event.amount)
    if event.amount:
        moment.ledger(rows, words.CASH_OUT, event.player, event.seat, -event.amount)


def _sat_down(rows: Rows, event: PlayerSatDown, moment: Moment) -> None:
    moment.seating(rows, words.SAT_DOWN, event.seat, Sitter(event.player, event.name))


def _sat_out(rows: Rows, event: PlayerSatOut, moment: Moment) -> None:
    moment.seating(rows, words.SAT_OUT, event.seat, moment.sitter(event.seat))


def _came_back(rows: Rows, event: PlayerCameBack, moment: Moment) -> None:
    moment.seating(rows, words.CAME_BACK, event.seat, moment.sitter(event.seat))


def _raked(rows: Rows, event: RakeTaken, moment: Moment) -> None:
    moment.ledger(rows, words.RAKE, "", 0, -event.amount)


def _hunted(rows: Rows, event: RabbitHunted, moment: Moment) -> None:
    if event.fee:
        player = moment.sitter(event.seat).player
        moment.ledger(rows, words.RABBIT_FEE, player, event.seat, -event.fee)


def _insured(rows: Rows, event: InsuranceSettled, moment: Moment) -> None:
    player = moment.sitter(event.seat).player
    moment.ledger(rows, words.INSURANCE, player, event.seat, -event.to_club)


_ADD: dict[type[Any], Callable[[Rows, Any, Moment], None]] = {
    BuyInConfirmed: _bought_in,
    PlayerStoodUp: _stood_up,
    PlayerSatDown: _sat_down,
    PlayerSatOut: _sat_out,
    PlayerCameBack: _came_back,
    RakeTaken: _raked,
    RabbitHunted: _hunted,
    InsuranceSettled: _insured,
}
MAKES_ROWS = tuple(_ADD)
