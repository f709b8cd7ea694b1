"""Pairing what one id of a table carried over with what its next id began with (R11.5)."""

import hashlib
from collections.abc import Iterable

import msgspec

from riverrun.contracts.kept import CarriedTable
from riverrun.holdem.audit import ChipAudit, Finding
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId

_encode = msgspec.msgpack.Encoder().encode


class Passage(msgspec.Struct, frozen=True):
    """What went from one id of a table to the next: `digest` is that of all that was carried."""

    source: TableId
    target: TableId
    chips: Chips
    digest: str


class Passages(msgspec.Struct, frozen=True):
    """How a table came to one of its ids, and how it went on from there."""

    came: Passage | None = None
    went: Passage | None = None


def passages_of(audit: ChipAudit) -> Passages:
    """Of a table as far as its audit followed it."""
    table, carried_on = audit.table, audit.carried_on
    if table is None:
        return Passages()
    came = None if carried_on is None else _passage(carried_on.predecessor, table.table, carried_on.carried)
    rolled = table.rolled
    return Passages(came, None if rolled is None else _passage(table.table, rolled.successor, rolled.carried))


def _passage(source: TableId, target: TableId, carried: CarriedTable) -> Passage:
    return Passage(source, target, carried.chips, hashlib.sha256(_encode(carried)).hexdigest())


def unpaired(found: dict[TableId, Passages]) -> dict[TableId, Finding]:
    """By table, what does not fit. A next id that is younger than the cut is no finding: it is on the way."""
    findings: dict[TableId, Finding] = {}
    for table, passages in found.items():
        came = passages.came
        if came is None:
            continue
        before = found.get(came.source)
        went = None if before is None else before.went
        if went != came:
            check = "a table goes on with what its id before carried over"
            findings[table] = Finding(2, "table.carried_on", check, _words(went), _words(came))
    return findings


def on_the_way(found: dict[TableId, Passages]) -> Chips:
    """Chips that have left one id and are not at the next one yet."""
    return sum(one.chips for one in _gone(found.values()) if one.target not in found)


def _gone(found: Iterable[Passages]) -> list[Passage]:
    return [passages.went for passages in found if passages.went is not None]


def _words(passage: Passage | None) -> str:
    if passage is None:
        return "nothing"
    return f"{passage.chips} from {passage.source} to {passage.target}, {passage.digest[:12]}"
