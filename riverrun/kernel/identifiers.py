"""Identifiers, and where a table's id places it: its shard stands in the id, its slot follows from it.

A table rolls to a new id now and then, the same with the next number behind: `s0-kq3v9x2m-2`.
"""

import hashlib
import re
from typing import TypeAlias

TableId: TypeAlias = str
PlayerId: TypeAlias = str
SeatNo: TypeAlias = int
CommandId: TypeAlias = str
TransferId: TypeAlias = str

SLOTS_PER_SHARD = 16

_TABLE_ID = re.compile(r"s([0-9]{1,3})-[a-z0-9]{4,32}(-[1-9][0-9]{0,5})?")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class NotAnIdentifier(ValueError):
    """A text that cannot be an id, for its characters would change a subject's meaning."""


def table_id(text: str) -> TableId:
    """Check a table's id, such as `s0-kq3v9x2m`. Raises `NotAnIdentifier`."""
    if not _TABLE_ID.fullmatch(text):
        raise NotAnIdentifier(f"not a table id: {text!r}")
    return text


def player_id(text: str) -> PlayerId:
    """Check a player's id: 1-64 letters, digits, `_` or `-`. Raises `NotAnIdentifier`."""
    if not _NAME.fullmatch(text):
        raise NotAnIdentifier(f"not a player id: {text!r}")
    return text


def command_id(text: str) -> CommandId:
    """Check a command's id: 1-64 letters, digits, `_` or `-`. Raises `NotAnIdentifier`."""
    if not _NAME.fullmatch(text):
        raise NotAnIdentifier(f"not a command id: {text!r}")
    return text


def shard_of(table: TableId) -> int:
    """The shard named in a table's id."""
    return int(table[1 : table.index("-")])


def root_of(table: TableId) -> TableId:
    """The first id of a table that has rolled: all its ids have this one in common."""
    shard, name, *_ = table.split("-")
    return f"{shard}-{name}"


def successor_of(table: TableId) -> TableId:
    """The id to which a table rolls; it lies in the same slot."""
    root = root_of(table)
    number = int(table[len(root) + 1 :] or 1)
    return f"{root}-{number + 1}"


def slot_of(table: TableId) -> int:
    """The slot 0..15 of a table within its shard: ownership moves by slot."""
    return hashlib.sha256(root_of(table).encode()).digest()[0] % SLOTS_PER_SHARD
