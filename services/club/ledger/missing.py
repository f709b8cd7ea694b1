"""What stands in a ledger without its other side, or at a table without its ledger: an audit's findings."""

from riverrun.holdem.audit import Finding
from riverrun.kernel.identifiers import TableId
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.pairing import TableSide

BEGINS_MS = 10_000
"""A club's place is stored right behind its first transfers: a ledger that goes on longer has one."""
_MOVED = "ledger.chips_moved"


def unfounded(ledger: LedgerAudit, one: ChipsMoved) -> Finding:
    """The finding for a transfer that no event of the table stands behind."""
    check = "an event of the table stands behind the transfer"
    got = f"none for {one.transfer}: {one.amount} from {one.source} to {one.target}"
    return Finding(ledger.versions[one.transfer], _MOVED, check, "an event", got)


def no_table(ledger: LedgerAudit, one: ChipsMoved, table: TableId) -> Finding:
    """The finding for a transfer over the edge of a table that the club does not have."""
    check = "a table that the ledger names is a table of the club"
    got = f"none that is {table}: {one.transfer}, {one.amount} from {one.source} to {one.target}"
    return Finding(ledger.versions[one.transfer], _MOVED, check, "a table in the log", got)


def unpaid(side: TableSide) -> Finding | None:
    """The finding at a table whose club has no ledger, if anyone bought in there."""
    for transfer, version in side.confirmed.items():
        check = f"a confirmed buy-in at {side.table} was paid"
        return Finding(version, "table.buy_in_confirmed", check, "a ledger", f"none that paid {transfer}")
    return None


def unplaced(ledger: LedgerAudit) -> Finding | None:
    """The finding if no place is stored: from there on all that is missing would seem to be on the way."""
    over = list(ledger.transfers.values())
    brought = next((one for one in over if one.reason not in {"buy_in", "adjustment"}), None)
    if brought is None or over[-1].at_ms - brought.at_ms < BEGINS_MS:
        return None
    check = "up to where the club has brought over what tables moved is stored"
    got = f"none, though {brought.transfer} was brought over"
    return Finding(ledger.versions[brought.transfer], _MOVED, check, "a place", got)


def beyond(ledger: LedgerAudit, place: int, ends: int) -> Finding | None:
    """The finding if tables were followed further than their log goes: it has lost its end since."""
    if place <= ends:
        return None
    check = "up to where the club has brought over what tables moved is in the tables' log"
    return Finding(ledger.version, "a place", check, f"{ends} at most", str(place))
