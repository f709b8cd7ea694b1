"""How an owner's orders and a table's end change it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    BombPotCalled,
    OptionsChanged,
    OptionsQueued,
    PlayerMuted,
    TableClosed,
    TableClosing,
    TableContinued,
    TablePaused,
)
from riverrun.holdem.state import Table


def _paused(table: Table, _: TablePaused) -> Table:
    return replace(table, paused=True)


def _continued(table: Table, _: TableContinued) -> Table:
    return replace(table, paused=False)


def _options_queued(table: Table, event: OptionsQueued) -> Table:
    return replace(table, next_config=event.config)


def _options_changed(table: Table, event: OptionsChanged) -> Table:
    return replace(table, config=event.config, next_config=None)


def _bomb_pot_called(table: Table, _: BombPotCalled) -> Table:
    return replace(table, bomb_pot_called=True)


def _muted(table: Table, event: PlayerMuted) -> Table:
    others = tuple(player for player in table.muted if player != event.player)
    return replace(table, muted=(*others, event.player) if event.muted else others)


def _closing(table: Table, event: TableClosing) -> Table:
    return replace(table, closing=event.reason)


def _closed(table: Table, event: TableClosed) -> Table:
    return replace(table, closing="", closed=event.reason, places=None)


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    TablePaused: _paused,
    TableContinued: _continued,
    OptionsQueued: _options_queued,
    OptionsChanged: _options_changed,
    BombPotCalled: _bomb_pot_called,
    PlayerMuted: _muted,
    TableClosing: _closing,
    TableClosed: _closed,
}
