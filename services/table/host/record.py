"""What the log says of a table.

Its state, and each player's last commands, so that none is applied twice (R4.9).
"""

from typing import Any

import msgspec

from riverrun.contracts.commits import Commit
from riverrun.contracts.table_events import PlayerSatDown
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import CommandId, PlayerId

FOLD = 1
"""The name of this way of folding, by which snapshots are taken or left.

It goes up by one whenever events that are stored already come to mean another state, which
`tests/golden/test_lives.py` tells. Events and fields that are new leave it as it is.
"""
REMEMBERED_COMMANDS = 32
REMEMBERED_PLAYERS = 64
TABLE_ACTOR = "table"


class Receipt(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A command that was accepted, and the seat it gave (0: none)."""

    command: CommandId
    seat: int = 0


class PlayerReceipts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The last commands accepted from one player, oldest first."""

    player: PlayerId
    receipts: tuple[Receipt, ...]


class Record(msgspec.Struct, frozen=True, array_like=True):
    """A table with its receipts, and when its last commit was made (Unix ms)."""

    table: Table
    receipts: tuple[PlayerReceipts, ...] = ()
    committed_ms: int = 0


def fold(record: Record | None, commit: Commit, events: tuple[Any, ...]) -> Record:
    """The record after a commit; live and replay use this one function."""
    table = None if record is None else record.table
    for event in events:
        table = evolve(table, event)
    assert table is not None, "a commit without events"
    return advanced(record, table, commit, events)


def advanced(
    record: Record | None, table: Table, commit: Commit, events: tuple[Any, ...] | list[Any]
) -> Record:
    """As `fold`, where the table after the commit is known already."""
    receipts = () if record is None else record.receipts
    if commit.actor != TABLE_ACTOR:
        receipts = _remember(receipts, commit.actor, Receipt(commit.command, _seat_given(events)))
    return Record(table, receipts, commit.at_ms)


def receipt_of(record: Record, player: PlayerId, command: CommandId) -> Receipt | None:
    """What a player's command gave, if it was accepted lately."""
    for one in record.receipts:
        if one.player == player:
            return next((receipt for receipt in one.receipts if receipt.command == command), None)
    return None


def _seat_given(events: tuple[Any, ...] | list[Any]) -> int:
    return next((event.seat for event in events if type(event) is PlayerSatDown), 0)


def _remember(
    known: tuple[PlayerReceipts, ...], player: PlayerId, receipt: Receipt
) -> tuple[PlayerReceipts, ...]:
    earlier: tuple[Receipt, ...] = ()
    for one in known:
        if one.player == player:
            earlier = one.receipts
    others = tuple(one for one in known if one.player != player)[-(REMEMBERED_PLAYERS - 1) :]
    return (*others, PlayerReceipts(player, (*earlier, receipt)[-REMEMBERED_COMMANDS:]))
