"""The part of the clients' API that is about what people ask of the house for themselves."""

from collections.abc import AsyncIterator
from urllib.parse import quote

from riverrun.client.accounts import Asks
from riverrun.client.clubs import NOTHING, new_key
from riverrun.client.pages import pages
from riverrun.contracts.account_messages import (
    BuyInLimit,
    CountedLimit,
    Exclusion,
    NewOwnLimit,
    OwnStanding,
    Rules,
)
from riverrun.contracts.door_messages import Report, TurnedAway, TurnedAwayPage
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId


class OwnRules:
    """As `Clubs`: what changes something takes a `key`, under which it is done once."""

    def __init__(self, ask: Asks) -> None:
        self._ask = ask

    async def rules(self) -> Rules:
        return await self._ask("GET", "/v1/me/rules", Rules)

    async def limit_buy_ins(self, buy_in: Chips, key: str = "") -> Rules:
        """The most to bring to a table; 0: no limit."""
        path, body = "/v1/me/rules/buy_in_limit", BuyInLimit(buy_in)
        return await self._ask("PUT", path, Rules, body, key=key or new_key())

    async def choose_limit(self, limit: str, value: int, key: str = "") -> Rules:
        """The most to lose (`loss_day`, `loss_week`, `loss_month`), or minutes of play (`time_day`)."""
        path, body = f"/v1/me/rules/limits/{quote(limit, safe='')}", NewOwnLimit(value)
        return await self._ask("PUT", path, Rules, body, key=key or new_key())

    async def standing(self) -> list[CountedLimit]:
        """How much of each limit is used up."""
        return (await self._ask("GET", "/v1/me/rules/standing", OwnStanding)).counted

    async def exclude(self, days: int, key: str = "") -> Rules:
        """Be let in nowhere for so long; it cannot be taken back."""
        path, body = "/v1/me/rules/exclusion", Exclusion(days)
        return await self._ask("POST", path, Rules, body, key=key or new_key())

    async def block(self, player: PlayerId, *, blocked: bool = True, key: str = "") -> Rules:
        """Hear somebody no more, or again."""
        path = f"/v1/me/blocked/{quote(player, safe='')}"
        return await self._ask("PUT" if blocked else "DELETE", path, Rules, key=key or new_key())

    async def report(self, report: Report, key: str = "") -> None:
        """Tell the operators about somebody."""
        await self._ask("POST", "/v1/reports", NOTHING, report, key=key or new_key())

    async def turned_away(self, table: TableId) -> AsyncIterator[TurnedAway]:
        """For a table's owner: whom it did not admit lately, and why; the newest first."""
        path = f"/v1/tables/{quote(table, safe='')}/turned_away"
        async for page in pages(self._ask, path, TurnedAwayPage):
            for one in page.turned_away:
                yield one
