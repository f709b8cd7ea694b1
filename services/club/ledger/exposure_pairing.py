"""Pairing what tables offer below the club's limit with what the ledger holds for it (R9.12)."""

from riverrun.holdem.audit import Finding
from services.club.ledger.exposure import NOTHING, OVER
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.pairing import TableSide

_OFFERED = "hand.insurance_offered"
_HELD = "ledger.exposure_held"


def exposure_finding(ledger: LedgerAudit, side: TableSide, brought_over_to: int) -> Finding | None:
    """The finding where an offer was not held for, or where something is held for a hand that is over."""
    exposure = ledger.exposure
    for (hand, board), (version, amount) in side.held.items():
        held = exposure.holds.get((side.table, hand, board), 0)
        if held < amount:
            check = f"what {side.table} offers in hand {hand} is held in the ledger"
            return Finding(version, _OFFERED, check, str(amount), str(held))
    known = exposure.held.get(side.table, NOTHING)
    ends = [seq for hand, seq in side.over.items() if hand >= known.hand]
    if known.board != OVER and ends and min(ends) <= brought_over_to:
        check = f"nothing is held for a hand of {side.table} that is over"
        return Finding(ledger.version, _HELD, check, "0", f"{known.amount} for hand {known.hand}")
    return None
