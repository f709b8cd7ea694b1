"""The part of the clients' API that is about a club's chips: accounts, grants, corrections, periods."""

from collections.abc import AsyncIterator
from urllib.parse import quote

from riverrun.client.accounts import Asks
from riverrun.client.clubs import NOTHING, club_path, member_path, new_key
from riverrun.client.pages import pages
from riverrun.contracts.club_messages import (
    AccountBalance,
    AccountPage,
    AdjustmentList,
    ClosedPeriod,
    LedgerEntry,
    ListedPeriod,
    NewAdjustment,
    NewCollection,
    NewCredit,
    NewGrant,
    NewSettlement,
    PeriodPage,
    ProposedAdjustment,
    StatementPage,
    WaitingAdjustment,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId


class ClubChips:
    """As `Clubs`: what moves chips takes a `key`, under which it is done once.

    An empty account is one's own.
    """

    def __init__(self, ask: Asks) -> None:
        self._ask = ask

    async def balance(self, club: str, account: str = "") -> AccountBalance:
        return await self._ask("GET", club_path(club, f"balance?account={quote(account)}"), AccountBalance)

    async def accounts(self, club: str) -> AsyncIterator[AccountBalance]:
        async for page in pages(self._ask, club_path(club, "accounts"), AccountPage):
            for one in page.accounts:
                yield one

    async def statement(self, club: str, account: str = "") -> AsyncIterator[LedgerEntry]:
        """The newest first."""
        async for page in pages(self._ask, club_path(club, "statement"), StatementPage, account=account):
            for one in page.entries:
                yield one

    async def grant(
        self, club: str, player: PlayerId, amount: Chips, note: str, key: str = ""
    ) -> LedgerEntry:
        body = NewGrant(player, amount, note)
        return await self._ask("POST", club_path(club, "grants"), LedgerEntry, body, key=key or new_key())

    async def take_back(
        self, club: str, player: PlayerId, amount: Chips, note: str, key: str = ""
    ) -> LedgerEntry:
        body = NewGrant(player, amount, note)
        return await self._ask("POST", club_path(club, "take_backs"), LedgerEntry, body, key=key or new_key())

    async def collect(self, club: str, amount: Chips, key: str = "") -> LedgerEntry:
        path, body = club_path(club, "collections"), NewCollection(amount)
        return await self._ask("POST", path, LedgerEntry, body, key=key or new_key())

    async def set_credit(self, club: str, player: PlayerId, limit: Chips, note: str, key: str = "") -> None:
        path, body = member_path(club, player, "credit"), NewCredit(limit, note)
        await self._ask("PUT", path, NOTHING, body, key=key or new_key())

    async def adjustments(self, club: str) -> list[WaitingAdjustment]:
        return (await self._ask("GET", club_path(club, "adjustments"), AdjustmentList)).adjustments

    async def propose(self, club: str, wanted: NewAdjustment, key: str = "") -> str:
        """The id under which another approves it."""
        path = club_path(club, "adjustments")
        return (await self._ask("POST", path, ProposedAdjustment, wanted, key=key or new_key())).adjustment

    async def approve(self, club: str, adjustment: str, key: str = "") -> LedgerEntry:
        path = club_path(club, f"adjustments/{quote(adjustment, safe='')}/approval")
        return await self._ask("POST", path, LedgerEntry, key=key or new_key())

    async def drop(self, club: str, adjustment: str, key: str = "") -> None:
        path = club_path(club, f"adjustments/{quote(adjustment, safe='')}")
        await self._ask("DELETE", path, NOTHING, key=key or new_key())

    async def settle(self, club: str, period: str, key: str = "") -> ClosedPeriod:
        path, body = club_path(club, "settlements"), NewSettlement(period)
        return await self._ask("POST", path, ClosedPeriod, body, key=key or new_key())

    async def periods(self, club: str) -> AsyncIterator[ListedPeriod]:
        """The newest first."""
        async for page in pages(self._ask, club_path(club, "settlements"), PeriodPage):
            for one in page.periods:
                yield one

    async def settlement(self, club: str, period: str) -> ClosedPeriod:
        return await self._ask("GET", club_path(club, f"settlements/{quote(period, safe='')}"), ClosedPeriod)
