"""Who watches a table that rolls is led to its next id, and hardly notices."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import aiohttp
import pytest_asyncio

from riverrun.contracts.table_commands import StandUp
from riverrun.runtime.nats.users import TABLE
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers

BEFORE, AFTER = "s0-rolling1", "s0-rolling1-2"


class Scene:
    """A table under two ids, and Ann, who watches it under the first."""

    def __init__(self, before: FakeTableHost, after: FakeTableHost, ann: Door) -> None:
        self.before = before
        self.after = after
        self.ann = ann

    async def heard(self, count: int) -> list[tuple[str, str]]:
        """The next messages: their types, and the tables they name."""
        heard = [await self.ann.next() for _ in range(count)]
        return [(message["type"], message.get("table", "")) for message in heard]


@pytest_asyncio.fixture
async def scene(one_server: NatsServers) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        client = await one_server.connect(TABLE)
        stack.push_async_callback(client.close)
        before, after = FakeTableHost(client, BEFORE), FakeTableHost(client, AFTER, feed="f2")
        await before.start()
        await after.start()
        gateway = await stack.enter_async_context(running_gateway(one_server))
        http = await stack.enter_async_context(aiohttp.ClientSession())
        ann = Door(http, gateway.url)
        await ann.enter("Ann")
        stack.push_async_callback(ann.close)
        await before.publish({"type": "hand.checked", "seat": 1})
        await ann.ask("watch", table=BEFORE)
        assert (await ann.next())["type"] == "snapshot"
        yield Scene(before, after, ann)


async def test_a_watcher_is_told_of_the_next_id_and_shown_the_table_there(scene: Scene) -> None:
    await scene.before.roll_to(AFTER)

    assert await scene.heard(2) == [("moved", BEFORE), ("snapshot", AFTER)]
    await scene.after.publish({"type": "hand.checked", "seat": 2})
    assert await scene.heard(1) == [("events", AFTER)]


async def test_a_roll_that_was_not_heard_is_noticed_with_the_next_word(scene: Scene) -> None:
    await scene.before.roll_to(AFTER, unheard=True)
    await scene.before.publish({"type": "unheard of"})

    assert await scene.heard(2) == [("moved", BEFORE), ("snapshot", AFTER)]


async def test_who_comes_back_to_the_id_before_is_led_on(scene: Scene) -> None:
    await scene.before.roll_to(AFTER)
    await scene.heard(2)
    await scene.ann.ask("unwatch", table=AFTER)
    await scene.ann.send("resume", table=BEFORE, channel="public", feed="f1", version=1)

    assert await scene.heard(3) == [("ack", ""), ("moved", BEFORE), ("snapshot", AFTER)]


async def test_a_command_on_its_way_to_the_id_before_is_carried_out_at_the_next(scene: Scene) -> None:
    await scene.before.roll_to(AFTER)
    await scene.heard(2)
    reply = await scene.ann.ask("stand_up", table=BEFORE)

    assert reply["type"] == "ack"
    assert [type(request.body) for request in scene.after.asked] == [StandUp]
