"""Who sits and who waits at which table, as the tables' commits tell; the state of one slot."""

from collections.abc import Iterator
from typing import Any

import msgspec

from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    HandEnded,
    HandStarted,
    PlayerSatDown,
    PlayerStoodUp,
    RabbitHunted,
    SeatChanged,
    TableClosed,
    TableOpened,
    TableRolled,
    WaitingListJoined,
    WaitingListLeft,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId, TransferId

HEARD = (
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    HandEnded,
    HandStarted,
    PlayerSatDown,
    PlayerStoodUp,
    RabbitHunted,
    SeatChanged,
    TableClosed,
    TableOpened,
    TableRolled,
    WaitingListJoined,
    WaitingListLeft,
)
"""All other events say nothing here."""
DAY_MS = 86_400_000


class Sitting(msgspec.Struct, array_like=True):
    """A player at a table; `stack` as the last hand left it. `has_bought`: his account has paid before.

    `aside` are chips that came while he plays a hand, from which on they count.
    """

    player: PlayerId
    from_ms: int
    stack: Chips = 0
    has_bought: bool = False
    in_hand: bool = False
    aside: Chips = 0

    @property
    def chips(self) -> Chips:
        """All that is his at the table."""
        return self.stack + self.aside


class TableSeats(msgspec.Struct, array_like=True):
    """One table; `reserved` are chips asked for and not come yet."""

    club: str = ""
    seats: dict[SeatNo, Sitting] = {}
    waiting: list[PlayerId] = []
    reserved: dict[TransferId, tuple[PlayerId, Chips]] = {}


class Left(msgspec.Struct, frozen=True, array_like=True):
    """Somebody stood up; `transfer` brings what he had home."""

    player: PlayerId
    table: TableId
    from_ms: int
    at_ms: int
    transfer: TransferId
    amount: Chips


class SlotSeatings(msgspec.Struct, array_like=True):
    """The tables of one slot, up to a `place` in the tables' stream; who stood up in the last day or two.

    `mark` tells the message at that place from another (`TablesLog`).
    """

    place: int = 0
    tables: dict[TableId, TableSeats] = {}
    left: list[Left] = []
    day: int = 0
    mark: bytes = b""

    def take(self, table: TableId, event: Any, at_ms: int) -> None:
        """The table's next event, if it is one of those heard."""
        self._forget(at_ms // DAY_MS)
        match event:
            case TableOpened():
                # One that goes on from another id has its people already.
                self.tables.setdefault(table, TableSeats(event.config.club))
            case TableRolled():
                self.tables[event.successor] = self.tables.pop(table)
            case TableClosed():
                self.tables.pop(table, None)
            case _:
                self._at_table(table, self.tables.setdefault(table, TableSeats()), event, at_ms)

    def _at_table(self, table: TableId, there: TableSeats, event: Any, at_ms: int) -> None:
        match event:
            case PlayerSatDown():
                there.seats[event.seat] = Sitting(event.player, at_ms)
            case PlayerStoodUp():
                sat = there.seats.pop(event.seat)
                self.left.append(Left(sat.player, table, sat.from_ms, at_ms, event.transfer, event.amount))
            case SeatChanged():
                there.seats[event.to] = there.seats.pop(event.seat)
            case WaitingListJoined():
                there.waiting.append(event.player)
            case WaitingListLeft():
                there.waiting.remove(event.player)
            case _:
                _chips(there, event)

    def _forget(self, day: int) -> None:
        if day > self.day:
            self.day = day
            self.left = [one for one in self.left if one.at_ms // DAY_MS >= day - 1]

    def of(self, player: PlayerId) -> Iterator[tuple[TableId, TableSeats, Sitting | None]]:
        """The tables where somebody sits or (without a sitting) only waits."""
        for table, there in self.tables.items():
            sitting = next((one for one in there.seats.values() if one.player == player), None)
            if sitting is not None or player in there.waiting:
                yield table, there, sitting


def _chips(there: TableSeats, event: Any) -> None:
    match event:
        case BuyInReserved():
            there.reserved[event.transfer] = (event.player, event.amount)
        case BuyInConfirmed():
            there.reserved.pop(event.transfer, None)
            sitting = there.seats[event.seat]
            sitting.has_bought = True
            if sitting.in_hand:
                sitting.aside += event.amount
            else:
                sitting.stack += event.amount
        case BuyInRefused():
            there.reserved.pop(event.transfer, None)
        case HandStarted():
            for dealt in event.players:
                there.seats[dealt.seat].in_hand = True
        case HandEnded():
            for seat, stack in event.stacks:
                sitting = there.seats[seat]
                sitting.stack, sitting.aside, sitting.in_hand = stack + sitting.aside, 0, False
        case RabbitHunted():
            there.seats[event.seat].stack -= event.fee
        case _:
            raise AssertionError(f"{type(event).__name__} is not heard")
