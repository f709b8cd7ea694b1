"""Pairing what tables say with what their club's ledger holds, transfer by transfer, up to one cut (R11.5).

A table's event comes before its transfer, but a buy-in before the table's confirmation. So tables are cut
first, ledgers then: a confirmed buy-in must be in the ledger, and so must all that the club had brought over
when the cut was made. What is later may be missing on one side: it is on the way.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from riverrun.holdem.audit import Finding
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from services.club.ledger.accounts import at_table, member, pending
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.moving import Move, is_the_same


@dataclass
class TableSide:
    """What a table's events say about chips over its edge; `moves` with their places in the stream."""

    table: TableId
    reserved: dict[TransferId, tuple[PlayerId, Chips]] = field(default_factory=dict)
    confirmed: set[TransferId] = field(default_factory=set)
    moves: dict[TransferId, tuple[int, Move]] = field(default_factory=dict)


@dataclass
class Paired:
    """What the two sides came to."""

    finding: Finding | None = None
    on_the_way: int = 0


def pair(ledger: LedgerAudit, side: TableSide, brought_over_to: int) -> Paired:
    """Hold the table against the ledger; `brought_over_to` is the club's place in the tables' stream."""
    paired = Paired()
    for transfer in sorted(side.confirmed):
        player, amount = side.reserved.get(transfer, ("", 0))
        wanted = (member(player), pending(side.table), amount)
        if _legs(ledger.transfers.get(transfer)) != wanted:
            paired.finding = _finding(ledger, transfer, "a confirmed buy-in was paid", wanted)
            return paired
    for transfer, (seq, move) in side.moves.items():
        found = ledger.transfers.get(transfer)
        if found is None and seq > brought_over_to:
            paired.on_the_way += 1
        elif found is None or not is_the_same(move, found):
            wanted = (move.source, move.target, move.amount)
            paired.finding = _finding(ledger, transfer, "the ledger holds what the table did", wanted)
            return paired
    return paired


def unknown_to(side: TableSide, moved: Iterable[ChipsMoved]) -> list[ChipsMoved]:
    """Transfers over a table's edge that its events, as far as they were read, do not tell."""
    edge = {at_table(side.table), pending(side.table)}
    return [
        one
        for one in moved
        if edge & {one.source, one.target} and one.reason != "adjustment" and not _told(side, one)
    ]


def unfounded(ledger: LedgerAudit, one: ChipsMoved) -> Finding:
    """The finding for a transfer that no event of the table stands behind."""
    return Finding(
        ledger.versions[one.transfer],
        "ledger.chips_moved",
        "an event of the table stands behind the transfer",
        "an event",
        f"none for {one.transfer}: {one.amount} from {one.source} to {one.target}",
    )


def _told(side: TableSide, one: ChipsMoved) -> bool:
    if one.reason == "buy_in":
        return side.reserved.get(one.transfer) == (one.source.partition(":")[2], one.amount)
    if one.reason == "buy_in_returned":
        return one.transfer.removesuffix(".returned") in side.reserved
    told = side.moves.get(one.transfer)
    return told is not None and is_the_same(told[1], one)


def _legs(moved: ChipsMoved | None) -> tuple[str, str, Chips] | None:
    return None if moved is None else (moved.source, moved.target, moved.amount)


def _finding(
    ledger: LedgerAudit, transfer: TransferId, check: str, wanted: tuple[str, str, Chips]
) -> Finding:
    found = ledger.transfers.get(transfer)
    version = ledger.versions.get(transfer, ledger.version)
    return Finding(version, transfer, check, str(wanted), str(_legs(found)))
