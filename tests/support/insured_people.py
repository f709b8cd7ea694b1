"""Two guests who go all-in at an insuring table through a real gateway, and one who looks on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from riverrun.client import RiverrunClient, WatchedTable
from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.insurance_views import OfferView
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import TableView
from riverrun.runtime.tasks import end
from tests.support.patience import LONG_S
from tests.support.table_process import UNHURRIED

BUY_IN = 1_000
INSURED = replace(UNHURRIED, insurance=InsuranceOptions(offered=True, prompt_ms=60_000))


class Eye:
    """All that reached one client of a table."""

    def __init__(self, table: WatchedTable) -> None:
        self.table = table
        self.events: list[dict[str, Any]] = []
        self.views: list[TableView] = [table.view]
        self._heard = asyncio.Event()
        self._reading = asyncio.create_task(self._read(), name="a client's updates")

    async def _read(self) -> None:
        async for update in self.table:
            self.events += update.events
            self.views.append(update.view)
            self._heard.set()

    async def close(self) -> None:
        await end(self._reading)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Its events of a kind, without the prefix `hand.`."""
        return [event for event in self.events if event["type"] == f"hand.{kind}"]

    async def until(self, seen: Callable[[TableView], bool]) -> None:
        """Until the newest view is so."""
        async with asyncio.timeout(LONG_S):
            while not seen(self.views[-1]):
                self._heard.clear()
                await self._heard.wait()


class AllIn:
    """A first hand, all-in before the flop, seen by both players and one who looks on."""

    def __init__(self, players: list[Eye], watcher: Eye) -> None:
        self.players = players
        self.watcher = watcher

    @property
    def eyes(self) -> list[Eye]:
        return [*self.players, self.watcher]

    @property
    def offer(self) -> OfferView | None:
        """The open offer on the one pot."""
        hand = self.watcher.views[-1].hand
        offers = () if hand is None or hand.insurance is None else hand.insurance.offers
        return offers[0] if offers else None

    async def to_offer(self) -> OfferView | None:
        """The next offer, or None once the hand is over."""
        await self.watcher.until(lambda view: self.offer is not None or is_over(view))
        return self.offer

    def buyer(self, offer: OfferView) -> WatchedTable:
        """The favourite's own sight of the table."""
        return next(one.table for one in self.players if one.table.seat.seat == offer.seat)  # type: ignore[union-attr]

    async def to_end(self) -> None:
        """All have seen the hand sealed; whoever is still offered something wants nothing."""
        while (offer := await self.to_offer()) is not None:
            await self.buyer(offer).refuse_insurance(1, offer.street)
            await self.watcher.until(lambda view, asked=offer: self.offer != asked)  # type: ignore[misc]
        for eye in self.eyes:
            await eye.until(lambda view: is_over(view) and (view.hand is None or view.hand.hand > 1))


def is_over(view: TableView) -> bool:
    """Whether the first hand is decided."""
    hand = view.hand
    return view.hand_number >= 1 and (hand is None or hand.hand > 1 or hand.phase in ("showdown", "over"))


@asynccontextmanager
async def all_in(url: str, config: TableConfig = INSURED) -> AsyncIterator[AllIn]:
    """At a table of their own; closed with it."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(RiverrunClient(url)) for _ in range(3)]
        for client, name in zip(clients, ("Ann", "Bob", "Cid"), strict=True):
            await client.login_guest(name)
        table = await clients[2].create_table(config)
        eyes = [Eye(await client.watch(table)) for client in clients]
        for eye in eyes:
            stack.push_async_callback(eye.close)
        for eye in eyes[:2]:
            await eye.table.sit_down(BUY_IN)
        for move in ("all_in", "call"):
            await _push(eyes[:2], move)
        yield AllIn(eyes[:2], eyes[2])


async def _push(players: list[Eye], move: Any) -> None:
    async with asyncio.timeout(LONG_S):
        while True:
            for eye in players:
                if eye.table.my_turn is not None:
                    await eye.table.act(move)
                    return
            await asyncio.sleep(0.01)
