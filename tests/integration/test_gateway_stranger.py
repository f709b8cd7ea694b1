"""A client written from `docs/protocol.md` alone, in plain JSON, plays among others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest_asyncio

from tests.support.gateway import Door, RunningGateway, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.regulars import at_play, come_in, open_a_table
from tests.support.table_process import UNHURRIED, TableProcesses


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[RunningGateway]:
    async with TableProcesses(one_server, tmp_path).hosting(), running_gateway(one_server) as running:
        yield running


class Stranger:
    """Follows the document's section 3.5 for versions, and of 4.2 only what it needs to play."""

    def __init__(self, door: Door, table: str) -> None:
        self._door = door
        self._table = table
        self._feed = ""
        self._version = 0
        self.view: dict[str, Any] = {}
        self.hands = 0
        self.answers: dict[str, dict[str, Any]] = {}

    async def play(self, hands: int) -> None:
        await self._door.send("watch", table=self._table)
        await self._door.send("sit_down", table=self._table, buy_in=1_000)
        while self.hands < hands:
            message = await self._door.next()
            if message["type"] == "snapshot":
                self._feed, self._version, self.view = message["feed"], message["version"], message["view"]
                await self._act()
            elif message["type"] == "events":
                assert (message["feed"], message["version"]) == (self._feed, self._version + 1)
                self._version = message["version"]
                for event in message["events"]:
                    self._fold(event)
                await self._act()
            else:
                self.answers[message["id"]] = message

    def _fold(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "hand.started":
                self.view["hand"] = {"hand": event["hand"], "turn": None}
            case "hand.turn_started":
                self.view["hand"]["turn"] = event
            case "hand.folded" | "hand.checked" | "hand.called" | "hand.bet" | "hand.raised":
                self.view["hand"]["turn"] = None
            case "hand.hole_cards_dealt":
                assert len(event["cards"]) == 4
            case "hand.sealed":
                self.view["hand"] = None
                self.hands += 1
            case _:
                pass

    async def _act(self) -> None:
        hand, you = self.view["hand"], self.view["you"]
        if you is None or hand is None or hand["turn"] is None or hand["turn"]["seat"] != you["seat"]:
            return
        turn = hand["turn"]
        do = "call" if turn["call_amount"] else "check"
        await self._door.send("act", table=self._table, hand=hand["hand"], turn=turn["turn"], do=do)
        hand["turn"] = None


async def test_a_client_written_from_the_document_plays(gateway: RunningGateway) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(LONG_S):
        http = await stack.enter_async_context(aiohttp.ClientSession())
        table = await open_a_table(stack, gateway.url, UNHURRIED)
        others = await come_in(stack, gateway.url, table, count=2)
        door = Door(http, gateway.url)
        await door.enter("Stranger")
        stranger = Stranger(door, table)

        async with at_play(*others):
            await stranger.play(6)
        await door.close()

        assert {answer["type"] for answer in stranger.answers.values()} == {"ack"}
