"""The gateway tells a table when a player's last connection to it is gone, and when he is back (R8.5)."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest
import pytest_asyncio

from riverrun.contracts.subjects import player_view
from riverrun.contracts.table_commands import Disconnected, Reconnected, Request
from riverrun.contracts.views import AWAY_HEADER, FeedMessage
from riverrun.runtime.nats.users import GATEWAY
from services.gateway import presence_lease
from services.gateway.presence import GONE_AFTER_S
from services.gateway.presence_lease import BEAT_S
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, RunningGateway, running_gateway
from tests.support.nats_server import NatsServers, free_port
from tests.support.service_process import service_process
from tests.support.waiting import until, waiting_for

TABLE_ID = "s0-presence1"


@pytest_asyncio.fixture
async def ann(gateway: RunningGateway, host: FakeTableHost) -> AsyncIterator[Door]:
    """Ann, who has a seat and looks at her table."""
    async with aiohttp.ClientSession() as http:
        door = Door(http, gateway.url)
        await door.enter("Ann")
        host.seated.add(door.player)
        await door.ask("watch", table=TABLE_ID)
        yield door
        await door.close()


async def told(host: FakeTableHost, count: int) -> list[tuple[str, type]]:
    """Once the table was told so often: of whom, and what."""
    await until(lambda: len(host.asked) >= count, seen=lambda: host.asked)
    return [(request.actor, type(request.body)) for request in host.asked]


async def nothing_is_told(host: FakeTableHost) -> None:
    before: list[Request] = list(host.asked)
    await asyncio.sleep(1.5)
    assert host.asked == before


async def test_the_last_connection_that_goes_is_told(host: FakeTableHost, ann: Door) -> None:
    assert await told(host, 1) == [(ann.player, Reconnected)]

    await ann.close()

    assert (await told(host, 2))[1:] == [(ann.player, Disconnected)]


async def test_one_of_two_connections_is_not_the_last(
    host: FakeTableHost, ann: Door, gateway: RunningGateway
) -> None:
    async with aiohttp.ClientSession() as http:
        phone = Door(http, gateway.url)
        phone.token, phone.player = ann.token, ann.player
        await phone.enter()
        await phone.ask("watch", table=TABLE_ID)
        await told(host, 1)

        await ann.close()
        await nothing_is_told(host)
        await phone.close()

        assert (await told(host, 2))[1:] == [(ann.player, Disconnected)]


async def test_who_is_back_within_a_moment_was_never_away(host: FakeTableHost, ann: Door) -> None:
    await told(host, 1)
    async with waiting_for("a moment that a busy machine does not make a long one"):
        while True:
            began_s = time.monotonic()
            await ann.close()
            await ann.enter()
            await ann.ask("watch", table=TABLE_ID)
            if time.monotonic() - began_s < GONE_AFTER_S / 2:
                break
            await asyncio.sleep(2 * GONE_AFTER_S)

    await nothing_is_told(host)


async def test_a_spectator_comes_and_goes_unnoticed(host: FakeTableHost, gateway: RunningGateway) -> None:
    async with aiohttp.ClientSession() as http:
        door = Door(http, gateway.url)
        await door.enter("Sue")
        await door.ask("watch", table=TABLE_ID)
        await door.close()

        await nothing_is_told(host)


async def test_a_gateway_where_the_player_is_contradicts_another_that_lost_him(
    host: FakeTableHost, ann: Door
) -> None:
    await told(host, 1)
    message = FeedMessage(
        "f1", 1, 0, [{"type": "table.player_disconnected", "seat": 1, "player": ann.player}]
    )
    await host.client.publish(
        player_view(TABLE_ID, ann.player), msgspec.json.encode(message), headers={AWAY_HEADER: ann.player}
    )

    assert (await told(host, 2))[1:] == [(ann.player, Reconnected)]


async def test_a_gateway_that_ends_tells_of_all_whom_it_sends_away(
    one_server: NatsServers, host: FakeTableHost
) -> None:
    async with running_gateway(one_server) as running, aiohttp.ClientSession() as http:
        door = Door(http, running.url)
        await door.enter("Ann")
        host.seated.add(door.player)
        await door.ask("watch", table=TABLE_ID)
        await told(host, 1)

    assert [type(request.body) for request in host.asked] == [Reconnected, Disconnected]


@pytest.mark.slow
async def test_of_a_gateway_that_is_killed_another_tells_that_its_players_are_gone(
    one_server: NatsServers, host: FakeTableHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_lease, "BEAT_S", 0.2)
    monkeypatch.setattr(presence_lease, "DEAD_AFTER_S", 2 * BEAT_S)
    port = free_port()
    environ = {
        "RIVERRUN_NATS_URL": ",".join(one_server.urls),
        "RIVERRUN_NATS_PASSWORD": one_server.passwords[GATEWAY.password_variable],
        "RIVERRUN_GATEWAY_PORT": str(port),
    }
    async with (
        service_process("services.gateway", **environ) as doomed,
        running_gateway(one_server),
        aiohttp.ClientSession() as http,
    ):
        await doomed.wait_for("ready")
        door = Door(http, f"http://127.0.0.1:{port}")
        await door.enter("Ann")
        host.seated.add(door.player)
        await door.ask("watch", table=TABLE_ID)
        await told(host, 1)
        await asyncio.sleep(2 * BEAT_S)
        doomed.signal(signal.SIGKILL)
        await doomed.ended()

        assert (await told(host, 2))[1:] == [(door.player, Disconnected)]
