"""Holding an archived table's sums against its club's ledger: in place of its events, and as strictly."""

from console.archiving.manifest import ArchivedTable
from console.archiving.moved_totals import MovedTotal, told_by_ledger
from riverrun.holdem.audit import Finding
from services.club.ledger.ledger_audit import LedgerAudit


def unlike(ledger: LedgerAudit, archived: ArchivedTable) -> Finding | None:
    """The first sum that the two do not share."""
    told = told_by_ledger(ledger.by_table.get(archived.table, []))
    differ = set(told) ^ set(archived.moved)
    if not differ:
        return None
    first = min(differ)
    check = f"the ledger holds what the archive of {archived.table} says"
    expected = _words(first) if first in archived.moved else "no such transfers"
    got = _words(first) if first in told else "no such transfers"
    return Finding(ledger.version, "ledger.chips_moved", check, expected, got)


def _words(total: MovedTotal) -> str:
    return f"{total.transfers} of {total.reason}: {total.chips} from {total.source} to {total.target}"
