"""Two players all-in before the flop at a real table, as the gateway sees it; cards come by chance."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from riverrun.contracts.table_commands import AllIn, BuyInsurance, Call, RefuseInsurance, SitDown
from riverrun.kernel.identifiers import PlayerId, TableId
from tests.support.patience import LONG_S
from tests.support.table_process import Asking

PLAYERS = ("ann", "bob")
BUY_IN = 1_000


async def push_all_in(door: Asking, table: TableId) -> None:
    """Both sit down and push everything before the flop of the first hand."""
    for player in PLAYERS:
        assert not (await door.ask(table, player, SitDown(BUY_IN))).code
    for command in (AllIn, Call):
        player, hand = await _somebodys_turn(door, table)
        reply = await door.ask(table, player, command(hand["hand"], hand["turn"]["turn"]))
        assert not reply.code, reply


async def _somebodys_turn(door: Asking, table: TableId) -> tuple[PlayerId, dict[str, Any]]:
    async with asyncio.timeout(LONG_S):
        while True:
            view = await door.see(table, "ann")
            if view["hand"] and view["hand"]["turn"]:
                asked = view["hand"]["turn"]["seat"]
                return next(one["player"] for one in view["seats"] if one["seat"] == asked), view["hand"]
            await asyncio.sleep(0.02)


async def open_offer(door: Asking, table: TableId) -> dict[str, Any] | None:
    """The offer on the main pot, once there is one; None where the hand ends without."""
    async with asyncio.timeout(LONG_S):
        while True:
            hand = (await door.see(table, "ann"))["hand"]
            if hand is None or hand["phase"] in ("showdown", "over"):
                return None
            if hand["insurance"] and hand["insurance"]["offers"]:
                (offer,) = hand["insurance"]["offers"]
                return dict(offer)
            await asyncio.sleep(0.02)


async def an_offer(
    door: Asking, next_table: Callable[[], Awaitable[TableId]]
) -> tuple[TableId, dict[str, Any]]:
    """A table with an open offer, and that; most all-ins have one."""
    for _ in range(30):
        table = await next_table()
        await push_all_in(door, table)
        offer = await open_offer(door, table)
        if offer is not None:
            return table, offer
    raise AssertionError("thirty all-ins without an offer")


async def buy_full(door: Asking, table: TableId, offer: dict[str, Any]) -> None:
    """The favourite takes the whole offer."""
    command = BuyInsurance(1, offer["street"], offer["pot"], offer["full"]["coverage"])
    assert not (await door.ask(table, await _buyer(door, table, offer), command)).code


async def _buyer(door: Asking, table: TableId, offer: dict[str, Any]) -> PlayerId:
    seats = (await door.see(table, "ann"))["seats"]
    buyer: PlayerId = next(seat["player"] for seat in seats if seat["seat"] == offer["seat"])
    return buyer


async def over(door: Asking, table: TableId) -> None:
    """The first hand is sealed; whoever is offered cover once more wants none."""
    async with asyncio.timeout(LONG_S):
        while True:
            hand = (await door.see(table, "ann"))["hand"]
            if hand is None or hand["hand"] > 1:
                return
            for offer in hand["insurance"]["offers"] if hand["insurance"] else ():
                command = RefuseInsurance(1, offer["street"], offer["pot"])
                reply = await door.ask(table, await _buyer(door, table, offer), command)
                assert reply.code in ("", "not_asked"), reply
            await asyncio.sleep(0.05)
