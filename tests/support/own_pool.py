"""A club's pool within the process: the ledger's own decision upon books that the test fills."""

from riverrun.contracts.refusals import Refusal
from services.club.ledger.accounts import INSURANCE
from services.club.ledger.exposure import HoldAsked, hold, lower
from services.table.ports.pool import RoomAsked
from tests.support.ledger_house import NOW, LedgerHouse


class OwnPool:
    """Keeps what it was asked; `away` makes it silent, `bound` is the club's own limit."""

    def __init__(self) -> None:
        self.ledger = LedgerHouse()
        self.asked: list[RoomAsked] = []
        self.away = False
        self.bound = 0

    @property
    def exposed(self) -> int:
        """What may still have to be paid."""
        return sum(one.amount for one in self.ledger.books.exposures.values())

    async def hold(self, asked: RoomAsked) -> int | None:
        self.asked.append(asked)
        if self.away:
            raise TimeoutError
        limit = lower(asked.limit, self.bound)
        wanted = HoldAsked(asked.table, asked.hand, asked.board, limit, asked.owed, asked.covers)
        books = self.ledger.books
        try:
            covers, events = hold(wanted, books.balance(INSURANCE), books.exposures, NOW)
        except Refusal as refused:
            # Over the wire it is an error that says no more.
            raise TimeoutError from refused
        self.ledger.take(events)
        return covers
