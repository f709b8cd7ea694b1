"""What a person has lost in a period, by the entries of his account and what lies before him now.

Chips that come back from a table are set off against those brought there, the newest first. So a loss counts
in the period in which the chips were brought, and winnings in the one in which they were taken home.
"""

from collections.abc import Iterable, Mapping

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId, root_of
from services.club.ledger.accounts import member, table_of
from services.club.ledger.ledger_events import ChipsMoved


class Brought(msgspec.Struct, frozen=True):
    """Chips that went to a table, or (negative) came back; `table` is what all its ids have in common."""

    transfer: TransferId
    table: TableId
    amount: Chips
    at_ms: int
    ends: bool = False
    """He stood up with them: what was brought before is settled."""


def brought(player: PlayerId, moved: ChipsMoved) -> Brought | None:
    """What an entry of the member's account means; None where no table is on the other side."""
    pays = moved.source == member(player)
    account = moved.target if pays else moved.source
    if not table_of(account) or moved.reason == "adjustment":
        return None
    table = root_of(table_of(account))
    amount = moved.amount if pays else -moved.amount
    return Brought(moved.transfer, table, amount, moved.at_ms, moved.reason == "cash_out")


class _Open(msgspec.Struct):
    at_ms: int
    left: Chips


class _AtTable(msgspec.Struct):
    """Chips brought to one table and not come back."""

    brought: list[_Open] = []

    def take_back(self, amount: Chips) -> Chips:
        """Set off what came back; what is more than was brought."""
        for one in reversed(self.brought):
            taken = min(one.left, amount)
            one.left -= taken
            amount -= taken
        return amount


def lost(moves: Iterable[Brought], lies_there: Mapping[TableId, Chips], since_ms: int) -> Chips:
    """The loss since a time, negative for a gain; `moves` the oldest first.

    With nothing in `lies_there` it is the loss that there will be if all that is at tables is lost.
    """
    tables: dict[TableId, _AtTable] = {}
    total = 0
    for move in moves:
        there = tables.setdefault(move.table, _AtTable())
        if move.amount > 0:
            there.brought.append(_Open(move.at_ms, move.amount))
            continue
        known = bool(there.brought)
        won = there.take_back(-move.amount)
        # Chips that were brought before all that is known of are no winnings.
        if known and move.at_ms >= since_ms:
            total -= won
        if move.ends:
            total += _left(there, since_ms)
            del tables[move.table]
    for table, there in tables.items():
        won = there.take_back(lies_there.get(table, 0))
        total += _left(there, since_ms) - won
    return total


def _left(there: _AtTable, since_ms: int) -> Chips:
    return sum(one.left for one in there.brought if one.at_ms >= since_ms)
