"""What happens around a hand: seats, buy-ins, a table that rests."""

from collections.abc import Callable
from typing import Any

from console.supervisor.log_line import printable
from console.telling.words import name_at
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    ClocksExtended,
    ExtraTimeGranted,
    KickTimerMoved,
    PlayerCameBack,
    PlayerDisconnected,
    PlayerReconnected,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    PlayStopped,
    SeatChanged,
    SeatOffered,
    TableDraining,
    TableOpened,
    TableResumed,
    TableSuspended,
    WaitingListJoined,
    WaitingListLeft,
)
from riverrun.holdem.state import Table

_SAT_OUT = {
    "asked": "sits out",
    "time_outs": "sits out: time ran out too often",
    "no_chips": "sits out: no chips are left",
    "disconnected": "sits out: the connection is gone",
}


def _opened(_: Table, event: TableOpened) -> list[str]:
    config = event.config
    stakes = f"{config.small_blind:,}/{config.big_blind:,}"
    return [f"The table opens: {printable(config.name)}, {config.seats} seats, blinds {stakes}"]


def _sat_down(table: Table, event: PlayerSatDown) -> list[str]:
    return [f"{name_at(table, event.seat)} takes seat {event.seat}"]


def _bought(table: Table, event: BuyInConfirmed) -> list[str]:
    return [f"{name_at(table, event.seat)} brings {event.amount:,}"]


def _sat_out(table: Table, event: PlayerSatOut) -> list[str]:
    return [f"{name_at(table, event.seat)} {_SAT_OUT[event.reason]}"]


def _kick_moved(table: Table, event: KickTimerMoved) -> list[str]:
    return [f"{name_at(table, event.seat)} may sit out longer: the table was away for a while"]


def _came_back(table: Table, event: PlayerCameBack) -> list[str]:
    return [f"{name_at(table, event.seat)} is back"]


def _stood_up(table: Table, event: PlayerStoodUp) -> list[str]:
    return [f"{name_at(table, event.seat)} leaves with {event.amount:,}"]


def _disconnected(table: Table, event: PlayerDisconnected) -> list[str]:
    return [f"{name_at(table, event.seat)} is disconnected"]


def _reconnected(table: Table, event: PlayerReconnected) -> list[str]:
    return [f"{name_at(table, event.seat)} is connected again"]


def _extra_time(table: Table, event: ExtraTimeGranted) -> list[str]:
    return [f"{name_at(table, event.seat)} gets extra time for the lost connection"]


def _waits(_: Table, event: WaitingListJoined) -> list[str]:
    return [f"{printable(event.name)} waits for a seat"]


def _waits_no_more(table: Table, event: WaitingListLeft) -> list[str]:
    name = next((one.name for one in table.waiting_list if one.player == event.player), event.player)
    why = {
        "refused": ": the seat was refused",
        "lapsed": ": the seat was not taken in time",
        "dismissed": ": the house let him in no more",
    }
    return [f"{printable(name)} waits no more{why.get(event.reason, '')}"]


def _offered(table: Table, event: SeatOffered) -> list[str]:
    name = next((one.name for one in table.waiting_list if one.player == event.player), event.player)
    return [f"Seat {event.seat} is kept for {printable(name)}"]


def _moved(table: Table, event: SeatChanged) -> list[str]:
    waits = f" and waits for {event.hands} hands" if event.hands else ""
    return [f"{name_at(table, event.seat)} moves to seat {event.to}{waits}"]


def _stopped(_: Table, __: PlayStopped) -> list[str]:
    return ["Play stops: fewer than two can be dealt in"]


def _draining(_: Table, event: TableDraining) -> list[str]:
    return [f"No more hands are dealt: {printable(event.reason)}"]


def _suspended(_: Table, event: TableSuspended) -> list[str]:
    return [f"The table stands still: {printable(event.reason)}"]


def _resumed(_: Table, event: TableResumed) -> list[str]:
    return [f"The table goes on: {printable(event.reason)}" if event.reason else "The table goes on"]


def _clock_moved(_: Table, __: ClocksExtended) -> list[str]:
    return ["The clock is moved: the table was away for a moment"]


TELLERS: dict[type[Any], Callable[[Any, Any], list[str]]] = {
    TableOpened: _opened,
    PlayerSatDown: _sat_down,
    BuyInConfirmed: _bought,
    PlayerSatOut: _sat_out,
    KickTimerMoved: _kick_moved,
    PlayerCameBack: _came_back,
    PlayerStoodUp: _stood_up,
    PlayerDisconnected: _disconnected,
    PlayerReconnected: _reconnected,
    ExtraTimeGranted: _extra_time,
    WaitingListJoined: _waits,
    WaitingListLeft: _waits_no_more,
    SeatOffered: _offered,
    SeatChanged: _moved,
    PlayStopped: _stopped,
    TableDraining: _draining,
    TableSuspended: _suspended,
    TableResumed: _resumed,
    ClocksExtended: _clock_moved,
}
