"""A club whose tables insure below one limit, in a few words."""

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId
from services.club.ledger.accounts import INSURANCE
from services.club.ledger.exposure import HoldAsked, ReleaseAsked, hold, release
from tests.support.ledger_house import NOW, LedgerHouse

RHINE, RHONE = "s0-rhine", "s0-rhone"


class InsuringClub(LedgerHouse):
    """`hold` as a table asks, `release` as its log tells; `limit` 0: none."""

    def __init__(self, limit: Chips) -> None:
        super().__init__()
        self.limit = limit

    @property
    def exposed(self) -> Chips:
        """What may still have to be paid."""
        return sum(one.amount for one in self.books.exposures.values())

    def hold(
        self, table: TableId, hand: int = 1, board: int = 3, owed: Chips = 0, covers: Chips = 0
    ) -> Chips | None:
        asked = HoldAsked(table, hand, board, self.limit, owed, covers)
        granted, events = hold(asked, self.books.balance(INSURANCE), self.books.exposures, NOW)
        self.take(events)
        return granted

    def release(self, table: TableId, hand: int = 1, *, doubtful: bool = False) -> None:
        self.take(release(ReleaseAsked(table, hand, doubtful), self.books.exposures, NOW))
