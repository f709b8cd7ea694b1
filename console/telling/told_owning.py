"""What a table's owner ordered, its end, and that it goes on under another id."""

from collections.abc import Callable
from typing import Any

from console.supervisor.log_line import printable
from riverrun.contracts.table_events import (
    BombPotCalled,
    OptionsChanged,
    OptionsQueued,
    PlayerMuted,
    TableCarriedOn,
    TableClosed,
    TableClosing,
    TableContinued,
    TablePaused,
    TableRolled,
    TableRolling,
)
from riverrun.holdem.state import Table


def _paused(_: Table, __: TablePaused) -> list[str]:
    return ["The owner makes a pause after this hand"]


def _continued(_: Table, __: TableContinued) -> list[str]:
    return ["The game goes on"]


def _queued(_: Table, __: OptionsQueued) -> list[str]:
    return ["The next hand has other options"]


def _changed(_: Table, event: OptionsChanged) -> list[str]:
    config = event.config
    return [f"The options are new: {config.seats} seats, blinds {config.small_blind:,}/{config.big_blind:,}"]


def _bomb_pot(_: Table, __: BombPotCalled) -> list[str]:
    return ["The owner calls a bomb pot"]


def _muted(_: Table, event: PlayerMuted) -> list[str]:
    return [f"The owner {'mutes' if event.muted else 'lets speak again'} player {printable(event.player)}"]


def _closing(_: Table, event: TableClosing) -> list[str]:
    return [f"The table closes after this hand ({event.reason})"]


def _closed(_: Table, event: TableClosed) -> list[str]:
    return [f"The table is closed ({event.reason}), every stack has gone back"]


def _rolling(_: Table, event: TableRolling) -> list[str]:
    return [f"After this hand the table goes on under another id ({printable(event.reason)})"]


def _rolled(_: Table, event: TableRolled) -> list[str]:
    return [f"The table goes on as {event.successor}, with {event.carried.chips:,} chips"]


def _carried_on(_: Table, event: TableCarriedOn) -> list[str]:
    return [f"The table goes on from {event.predecessor}, with {event.carried.chips:,} chips"]


TELLERS: dict[type[Any], Callable[[Any, Any], list[str]]] = {
    TablePaused: _paused,
    TableContinued: _continued,
    OptionsQueued: _queued,
    OptionsChanged: _changed,
    BombPotCalled: _bomb_pot,
    PlayerMuted: _muted,
    TableClosing: _closing,
    TableClosed: _closed,
    TableRolling: _rolling,
    TableRolled: _rolled,
    TableCarriedOn: _carried_on,
}
