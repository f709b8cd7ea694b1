"""Coming in, staying and being sent away: greeting, origin, tokens, slow readers, the gateway's own end."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest
import pytest_asyncio

from services.gateway.caller import Caller
from services.gateway.tokens import Tokens
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, RunningGateway, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

TABLE_ID = "s0-doorstep"
HANDSHAKE = (
    b"GET /v1/ws HTTP/1.1\r\nHost: gateway\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest_asyncio.fixture
async def ann(gateway: RunningGateway) -> AsyncIterator[Door]:
    async with aiohttp.ClientSession() as http:
        door = Door(http, gateway.url)
        await door.login()
        yield door
        await door.close()


async def test_hello_is_answered_with_who_one_is_and_what_one_may(ann: Door) -> None:
    await ann.connect()

    welcome = await ann.hello(protocol=[1, 2])

    now_ms = welcome.pop("now_ms")
    assert now_ms > 1_700_000_000_000
    assert welcome == {
        "type": "welcome",
        "id": "hello",
        "protocol": 1,
        "player": ann.player,
        "name": "Ann",
        "limits": {
            "watched_tables": 4,
            "message_bytes": 4096,
            "messages_per_s": 20,
            "messages_burst": 40,
            "unanswered": 16,
            "heartbeat_s": 15,
        },
    }


async def test_without_a_common_protocol_the_connection_is_closed(ann: Door) -> None:
    await ann.connect()

    error = await ann.hello(protocol=[2, 3])
    bye = await ann.next()

    assert (error["code"], error["details"]) == ("protocol_unsupported", {"oldest": 1, "newest": 1})
    assert bye == {"type": "bye", "reason": "protocol_unsupported"}
    assert await ann.closed() == aiohttp.WSCloseCode.PROTOCOL_ERROR


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("", "missing"),
        ("not.a.token", "invalid"),
        (
            Tokens(b"another key of thirty-two bytes!", 600).sign(Caller("g-1", "Eve"), 4 * 10**12)[0],
            "invalid",
        ),
    ],
)
async def test_a_token_that_proves_nobody_is_refused(ann: Door, token: str, reason: str) -> None:
    await ann.connect()

    error = await ann.hello(token=token)

    assert (error["code"], error["details"]) == ("not_authenticated", {"reason": reason})
    assert await ann.next() == {"type": "bye", "reason": "not_authenticated"}
    assert await ann.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_whoever_says_no_hello_is_told_so_and_may_still_say_it(ann: Door) -> None:
    await ann.connect()

    refused = await ann.ask("watch", table=TABLE_ID)
    welcome = await ann.hello()

    assert refused["code"] == "not_authenticated"
    assert welcome["type"] == "welcome"


async def test_whoever_stays_silent_is_sent_away(ann: Door) -> None:
    await ann.connect()

    assert await ann.next() == {"type": "bye", "reason": "not_authenticated"}
    assert await ann.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION


@pytest.mark.parametrize(
    ("origin", "status"),
    [("https://evil.example", 403), ("null", 403), ("https://play.example", 101), ("same host", 101)],
)
async def test_web_pages_from_elsewhere_may_not_connect(
    one_server: NatsServers, origin: str, status: int
) -> None:
    async with (
        running_gateway(one_server, gateway_origins=("https://play.example",)) as running,
        aiohttp.ClientSession() as http,
    ):
        headers = {"Origin": running.url if origin == "same host" else origin}
        if status == 101:
            await (await http.ws_connect(f"{running.url}/v1/ws", headers=headers)).close()
        else:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await http.ws_connect(f"{running.url}/v1/ws", headers=headers)
            assert refused.value.status == status


async def test_more_than_so_many_connections_are_not_taken(one_server: NatsServers) -> None:
    async with (
        running_gateway(one_server, gateway_connections=1) as running,
        aiohttp.ClientSession() as http,
    ):
        first = await http.ws_connect(f"{running.url}/v1/ws")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(f"{running.url}/v1/ws")
        await first.close()

        assert refused.value.status == 503


async def test_an_address_that_does_not_greet_takes_no_more_than_its_room(one_server: NatsServers) -> None:
    async with (
        running_gateway(one_server, gateway_strangers_an_address=2) as running,
        aiohttp.ClientSession() as http,
    ):
        ann = Door(http, running.url)
        await ann.enter()
        silent = [await http.ws_connect(f"{running.url}/v1/ws") for _ in range(2)]
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(f"{running.url}/v1/ws")
        await silent[0].close()

        assert refused.value.status == 429
        await (await http.ws_connect(f"{running.url}/v1/ws")).close()
        await silent[1].close()
        await ann.close()


async def test_a_gateway_that_stops_says_goodbye(one_server: NatsServers) -> None:
    async with aiohttp.ClientSession() as http, running_gateway(one_server) as running:
        ann = Door(http, running.url)
        await ann.enter()
        stopping = asyncio.create_task(running.gateway.stop())

        assert await ann.next() == {"type": "bye", "reason": "restart"}
        assert await ann.closed() == aiohttp.WSCloseCode.SERVICE_RESTART
        await stopping


async def test_a_gateway_stops_in_time_though_a_client_says_nothing(one_server: NatsServers) -> None:
    async with running_gateway(one_server) as running:
        host, port = running.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")

        async with asyncio.timeout(LONG_S):
            await running.gateway.stop()
        writer.close()


async def test_a_client_that_answers_no_ping_is_taken_for_gone(gateway: RunningGateway) -> None:
    door = gateway.gateway._door
    door._heartbeat_s = 0.2
    host, port = gateway.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(HANDSHAKE)

    async with asyncio.timeout(LONG_S):
        await reader.read(-1)
        while door._inside:  # noqa: ASYNC110  the gateway says nothing when it lets go
            await asyncio.sleep(0.01)
    writer.close()


async def test_nothing_is_listened_to_once_everyone_is_gone(
    gateway: RunningGateway, host: FakeTableHost
) -> None:
    feeds = gateway.gateway._door._house.feeds
    async with aiohttp.ClientSession() as http:
        doors = [Door(http, gateway.url) for _ in range(3)]
        for door in doors:
            await door.enter()
            await door.ask("watch", table=TABLE_ID)
            await door.next_of("snapshot")
        heard = [feed.subject for feed in feeds.all()]
        for door in doors:
            await door.close()

    async with asyncio.timeout(LONG_S):
        while feeds.all():  # noqa: ASYNC110  the gateway says nothing when it lets go
            await asyncio.sleep(0.01)
    assert heard == [f"views.{TABLE_ID}.public"]


async def test_a_slow_reader_gets_a_snapshot_in_place_of_what_it_missed(
    gateway: RunningGateway, host: FakeTableHost
) -> None:
    async with aiohttp.ClientSession() as http:
        ann = Door(http, gateway.url)
        await ann.enter()
        await ann.ask("watch", table=TABLE_ID)
        await ann.next_of("snapshot")

        # Nobody reads meanwhile, until every buffer on the way is full.
        for _ in range(600):
            await host.publish({"type": "hand.checked", "text": "x" * 16_000})
        versions = []
        while True:
            message = await ann.next()
            versions.append(message["version"])
            if message["type"] == "snapshot":
                break

        assert message["version"] == 600
        assert versions[:-1] == list(range(1, len(versions)))
        assert len(versions) < 600


async def test_neither_tokens_nor_views_are_logged(
    one_server: NatsServers, host: FakeTableHost, capfd: pytest.CaptureFixture[str]
) -> None:
    async with running_gateway(one_server) as running, aiohttp.ClientSession() as http:
        ann = Door(http, running.url)
        await ann.enter()
        host.seated.add(ann.player)
        await ann.ask("watch", table=TABLE_ID)
        await host.publish({"type": "hand.hole_cards_dealt", "cards": "AhKd"}, to=ann.player)
        await ann.next_of("events")
        await ann.send_text(json.dumps({"id": "1", "type": "hello", "protocol": [1], "token": ann.token}))
        await ann.send_text('{"id":"1","type":"act","cards":"QsQd"}')
        await ann.next_of("error")

    logged = capfd.readouterr()
    for secret in (ann.token, "AhKd", "QsQd"):
        assert secret not in logged.out + logged.err


async def test_the_token_of_a_guest_lasts_as_long_as_it_says(one_server: NatsServers) -> None:
    async with (
        running_gateway(one_server, token_lifetime_s=60) as running,
        aiohttp.ClientSession() as http,
    ):

        async def now_s() -> int:
            async with http.get(f"{running.url}/v1/time") as response:
                return int((await response.json())["now_ms"]) // 1_000

        ann = Door(http, running.url)
        before_s = await now_s()
        await ann.login()
        after_s = await now_s()
        claims = msgspec.json.decode(_middle_of(ann.token))

        assert claims["sub"] == ann.player
        assert before_s + 60 <= claims["exp"] <= after_s + 60


def _middle_of(token: str) -> bytes:
    middle = token.split(".")[1]
    return base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4))
