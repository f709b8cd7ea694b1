"""The audit log before a real NATS: what is done and what is refused is found again, with its connection."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest_asyncio

from console.ordering.noted_order import note_order
from riverrun.contracts.operator_commands import OrderRequest, SuspendTable
from riverrun.contracts.table_commands import Reply
from riverrun.runtime.nats.users import AUDITOR, OPERATOR, TABLE
from riverrun.runtime.sealing.ring_file import create_ring
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.waiting import waiting_for

TABLE_ID = "s0-audited"


@dataclass
class Audited:
    """A gateway that keeps an audit log, a table behind it, and a way to search."""

    url: str
    http: aiohttp.ClientSession
    host: FakeTableHost
    servers: NatsServers
    keys: Path

    async def search(self, *options: str) -> list[dict[str, Any]]:
        """What `riverrun audit-log` tells."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "console",
            "audit-log",
            "--nats",
            self.servers.urls[0],
            "--keys",
            str(self.keys),
            "--json",
            *options,
            env={**os.environ, AUDITOR.password_variable: self.servers.passwords[AUDITOR.password_variable]},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(LONG_S):
            said, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        return [msgspec.json.decode(line) for line in said.splitlines()]

    async def enter(self, name: str) -> Door:
        door = Door(self.http, self.url)
        await door.login(name)
        await door.connect(**{"X-Forwarded-For": "203.0.113.9"})
        await door.hello()
        return door


@pytest_asyncio.fixture
async def audited(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Audited]:
    keys = tmp_path / "audit.json"
    create_ring(keys, "audit")
    client = await one_server.connect(TABLE)
    host = FakeTableHost(client, TABLE_ID)
    await host.start()
    proxies = ("127.0.0.0/8",)
    async with (
        running_gateway(one_server, audit_keys=str(keys), gateway_trusted_proxies=proxies) as gateway,
        aiohttp.ClientSession() as http,
    ):
        yield Audited(gateway.url, http, host, one_server, keys)
    await client.close()


async def test_acts_and_refusals_are_found_with_who_whence_and_what_came_of_it(audited: Audited) -> None:
    ann = await audited.enter("Ann")
    audited.host.answer = lambda _: Reply(result=msgspec.Raw(b'{"seat":1}'))
    done = await ann.send("sit_down", table=TABLE_ID, buy_in=10_000)
    await ann.next_of("ack")
    audited.host.answer = lambda _: Reply("not_your_turn", "not your turn", {"seat": 2})
    refused = await ann.send("act", table=TABLE_ID, hand=1, turn=1, do="fold")
    await ann.next_of("error")
    await ann.close()
    async with audited.http.get(f"{audited.url}/v1/tables") as response:
        assert response.status == 401

    acts: list[dict[str, Any]] = []
    async with waiting_for("four acts, written a moment behind them", lambda: acts):
        while len(acts) < 4:
            acts = await audited.search("--player", ann.player)
    told = [(one["act"], one["table"], one["command"], one["result"]) for one in acts]

    assert told == [
        ("POST /v1/guests", "", "", ""),
        ("hello", "", "hello", ""),
        ("sit_down", TABLE_ID, done, ""),
        ("act", TABLE_ID, refused, "not_your_turn"),
    ]
    assert {one["address"] for one in acts if one["act"] != "POST /v1/guests"} == {"203.0.113.9"}
    assert len({one["connection"] for one in acts}) == 2
    assert acts[-1]["details"] == {"seat": 2}
    async with waiting_for("what was refused to nobody, written behind them"):
        refusals = await audited.search("--result", "refused")
        while "GET /v1/tables" not in {one["act"] for one in refusals}:
            refusals = await audited.search("--result", "refused")
    assert refused in {one["command"] for one in refusals}
    assert ("GET /v1/tables", "not_authenticated") in {(one["act"], one["result"]) for one in refusals}


async def test_a_gateway_that_ends_writes_its_last_acts(one_server: NatsServers, tmp_path: Path) -> None:
    keys = tmp_path / "audit.json"
    create_ring(keys, "audit")
    async with (
        running_gateway(one_server, audit_keys=str(keys)) as gateway,
        aiohttp.ClientSession() as http,
    ):
        door = Door(http, gateway.url)
        await door.login("Last")

    client: Any = None
    found = await Audited("", client, client, one_server, keys).search("--player", door.player)

    assert [one["act"] for one in found] == ["POST /v1/guests"]


async def test_an_operators_order_is_written_down_with_its_reason(
    one_server: NatsServers, tmp_path: Path
) -> None:
    keys = tmp_path / "audit.json"
    create_ring(keys, "audit")
    operator = await one_server.connect(OPERATOR)
    order = OrderRequest("o-1", "ann", SuspendTable("a broken lamp"))

    await note_order(operator, keys, "s0-lamps", order, Reply("already_suspended"))
    await operator.close()

    client: Any = None
    (found,) = await Audited("", client, client, one_server, keys).search("--table", "s0-lamps")
    assert (found["actor"], found["act"], found["result"]) == (
        "operator-ann",
        "order suspend",
        "already_suspended",
    )
    assert found["details"] == {"reason": "a broken lamp"}
