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
from services.club.ledger.accounts import Account, at_table, member, pending
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.moving import Move, buy_in, is_the_same

RETURNED = ".returned"
"""What the follower of tables adds to a buy-in's id when it goes back."""


@dataclass
class TableSide:
    """What a table's events say about chips over its edge; `moves`, `refused` with places in the stream.

    `confirmed` with the versions of the events; `rake_held` was taken of pots and leaves with the hand's end.
    """

    table: TableId
    reserved: dict[TransferId, tuple[PlayerId, Chips]] = field(default_factory=dict)
    confirmed: dict[TransferId, int] = field(default_factory=dict)
    moves: dict[TransferId, tuple[int, Move]] = field(default_factory=dict)
    refused: dict[TransferId, int] = field(default_factory=dict)
    held: dict[tuple[int, int], tuple[int, Chips]] = field(default_factory=dict)
    """By hand and cards on the board: what the table says the club holds for it, and in which version."""
    over: dict[int, int] = field(default_factory=dict)
    """Hands for which something was or may be held and that are over, with places in the stream."""
    rake_held: Chips = 0
    in_play: Chips | None = None
    """By the table's own books, if they were counted."""


@dataclass
class Paired:
    """What the two sides came to."""

    finding: Finding | None = None
    on_the_way: int = 0


def pair(ledger: LedgerAudit, side: TableSide, brought_over_to: int) -> Paired:
    """Hold the table against the ledger; `brought_over_to` is the club's place in the tables' stream."""
    paired = Paired()
    for transfer in side.confirmed:
        player, amount = side.reserved.get(transfer, ("", 0))
        wanted = (member(player), pending(side.table), amount)
        if _legs(ledger.transfers.get(transfer)) != wanted:
            paired.finding = _finding(ledger, transfer, "a confirmed buy-in was paid", wanted)
            return paired
    for transfer, (seq, move) in side.moves.items():
        found = ledger.transfers.get(transfer)
        if found is None and seq > brought_over_to:
            paired.on_the_way += 1
        elif found is None or not is_the_same(move, found) or move.parts != found.parts:
            wanted = (move.source, move.target, move.amount)
            paired.finding = _finding(ledger, transfer, "the ledger holds what the table did", wanted)
            return paired
    for transfer, seq in side.refused.items():
        paid, back = ledger.transfers.get(transfer), ledger.transfers.get(_back(transfer))
        if paid is None and back is not None:
            wanted = (back.target, back.source, back.amount)
            paired.finding = _finding(ledger, transfer, "what goes back was paid", wanted)
            return paired
        if paid is None or back is not None:
            continue
        if seq <= brought_over_to:
            wanted = (paid.target, paid.source, paid.amount)
            check = "a buy-in that was paid and refused goes back"
            paired.finding = _finding(ledger, _back(transfer), check, wanted)
            return paired
        paired.on_the_way += 1
    return paired


def at_the_cut(ledger: LedgerAudit, side: TableSide) -> Finding | None:
    """Whether the ledger holds for the table what the table has in play, `side` being read up to its cut.

    What the ledger knows already and the table not, or the other way round, is on the way.
    """
    if side.in_play is None:
        return None
    here, told = at_table(side.table), side.moves
    own = ledger.by_table.get(side.table, [])
    corrected = next((one for one in own if one.reason == "adjustment" and _gain(here, one)), None)
    held = ledger.balances.get(here, 0) - side.rake_held
    held -= sum(_gain(here, one) for one in own if one.reason != "adjustment" and one.transfer not in told)
    held += sum(_gain(here, move) for one, (_, move) in told.items() if one not in ledger.transfers)
    if held == side.in_play:
        return None
    first = corrected.transfer if corrected is not None else here
    version = ledger.versions.get(first, ledger.version)
    check = "the ledger holds for a table what is in play there"
    return Finding(version, first, check, f"{side.in_play} in {here}", str(held))


def unknown_to(side: TableSide, moved: Iterable[ChipsMoved]) -> list[ChipsMoved]:
    """Transfers over a table's edge that its events, as far as they were read, do not tell."""
    edge = {at_table(side.table), pending(side.table)}
    return [
        one
        for one in moved
        if edge & {one.source, one.target} and one.reason != "adjustment" and not _told(side, one)
    ]


def _told(side: TableSide, one: ChipsMoved) -> bool:
    told = side.moves.get(one.transfer)
    if told is not None:
        return is_the_same(told[1], one)
    bought = one.transfer.removesuffix(RETURNED)
    player, amount = side.reserved.get(bought, ("", 0))
    paid = buy_in(bought, player, side.table, amount)
    if one.transfer == bought:
        return is_the_same(paid, one)
    back = Move(one.transfer, paid.target, paid.source, amount, "buy_in_returned", one.by)
    return bought in side.refused and is_the_same(back, one)


def _back(transfer: TransferId) -> TransferId:
    return f"{transfer}{RETURNED}"


def _gain(account: Account, one: ChipsMoved | Move) -> Chips:
    if account == one.target:
        return one.amount
    return -one.amount if account == one.source else 0


def _legs(moved: ChipsMoved | None) -> tuple[str, str, Chips] | None:
    return None if moved is None else (moved.source, moved.target, moved.amount)


def _finding(
    ledger: LedgerAudit, transfer: TransferId, check: str, wanted: tuple[str, str, Chips]
) -> Finding:
    found = ledger.transfers.get(transfer)
    version = ledger.versions.get(transfer, ledger.version)
    return Finding(version, transfer, check, str(wanted), str(_legs(found)))
