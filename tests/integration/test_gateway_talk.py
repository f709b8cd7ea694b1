"""What is said at a table reaches all who watch it, but for those who do not want to hear it (R10.4)."""

from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest_asyncio

from riverrun.contracts.subjects import talk_at
from riverrun.contracts.table_commands import Say
from riverrun.contracts.talk import Said
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers

TABLE_ID = "s0-talking1"


@pytest_asyncio.fixture
async def ann(one_server: NatsServers, host: FakeTableHost) -> AsyncIterator[Door]:
    """Ann, who looks at the table."""
    async with running_gateway(one_server) as gateway, aiohttp.ClientSession() as http:
        door = Door(http, gateway.url)
        await door.enter("Ann")
        await door.ask("watch", table=TABLE_ID)
        assert (await door.next())["type"] == "snapshot"
        yield door
        await door.close()


async def say(host: FakeTableHost, player: str, text: str) -> None:
    """As the table publishes it."""
    said = Said(1_700_000_000_000, player, player.title(), "chat", text)
    await host.client.publish(talk_at(TABLE_ID), msgspec.json.encode(said))
    await host.client.flush()


async def test_what_is_said_is_sent_to_who_watches(host: FakeTableHost, ann: Door) -> None:
    await say(host, "bob", "hello")

    assert await ann.next() == {
        "type": "talk",
        "table": TABLE_ID,
        "at_ms": 1_700_000_000_000,
        "player": "bob",
        "name": "Bob",
        "kind": "chat",
        "text": "hello",
        "to": None,
    }


async def test_a_viewer_mutes_for_himself_and_hears_again(host: FakeTableHost, ann: Door) -> None:
    assert (await ann.ask("mute", table=TABLE_ID, player="bob"))["type"] == "ack"
    await say(host, "bob", "unheard")
    await say(host, "cyd", "heard")
    assert (await ann.next())["text"] == "heard"

    await ann.ask("mute", table=TABLE_ID, player="bob", muted=False)
    await say(host, "bob", "heard again")
    assert (await ann.next())["text"] == "heard again"


async def test_who_watches_no_more_hears_no_more(host: FakeTableHost, ann: Door) -> None:
    await ann.ask("unwatch", table=TABLE_ID)
    await say(host, "bob", "unheard")

    assert (await ann.ask("ping"))["type"] == "ack"


async def test_what_a_client_says_is_carried_to_the_table(host: FakeTableHost, ann: Door) -> None:
    assert (await ann.ask("say", table=TABLE_ID, kind="throw", text="rose", to=2))["type"] == "ack"

    assert [request.body for request in host.asked] == [Say("throw", "rose", 2)]
