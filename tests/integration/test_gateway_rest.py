"""The REST part of the clients' API: guests, the lobby, tables, and refusals as problems."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest
import pytest_asyncio

from riverrun.contracts.table_commands import ExportHand, OpenTable, Reply, Request
from riverrun.contracts.table_config import TableConfig
from riverrun.runtime.nats.users import TABLE
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import RunningGateway, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

TABLE_ID = "s0-restful"


@pytest_asyncio.fixture
async def http(gateway: RunningGateway) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(gateway.url) as session:
        yield session


@pytest_asyncio.fixture
async def token(http: aiohttp.ClientSession) -> str:
    async with http.post("/v1/guests", json={"name": "Ann"}) as response:
        return str((await response.json())["token"])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_a_guest_gets_an_id_and_a_token(http: aiohttp.ClientSession) -> None:
    async with http.post("/v1/guests", json={"name": "  Ann   Lee "}) as response:
        guest = await response.json()

    assert response.status == 201
    assert guest.keys() == {"player", "name", "token", "expires_ms"}
    assert guest["name"] == "Ann Lee"
    assert guest["player"].startswith("g-")


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\u202eb", "tab\tbed\x00", "\u200b"])
async def test_a_name_that_would_mislead_at_the_table_is_refused(
    http: aiohttp.ClientSession, name: str
) -> None:
    async with http.post("/v1/guests", json={"name": name}) as response:
        problem = await response.json()

    assert response.status == 422
    assert response.content_type == "application/problem+json"
    assert problem["code"] in {"bad_name", "bad_message"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "bad_json"),
        (b"{", 400, "bad_json"),
        (b"[]", 422, "bad_message"),
        (b'{"name":7}', 422, "bad_message"),
        (b'{"name":"Ann","admin":true}', 422, "bad_message"),
        (b'{"name":"' + b"x" * 20_000 + b'"}', 413, "message_too_long"),
    ],
)
async def test_a_bad_body_is_a_problem(
    http: aiohttp.ClientSession, body: bytes, status: int, code: str
) -> None:
    async with http.post("/v1/guests", data=body) as response:
        problem = await response.json()

    assert (response.status, problem["status"], problem["code"]) == (status, status, code)


async def test_new_guests_are_limited_by_address(one_server: NatsServers) -> None:
    async with (
        running_gateway(one_server, gateway_guests_burst=3, gateway_guests_per_minute=1) as running,
        aiohttp.ClientSession(running.url) as http,
    ):
        answers = [await http.post("/v1/guests", json={"name": "Ann"}) for _ in range(4)]

        assert [answer.status for answer in answers] == [201, 201, 201, 429]
        assert int(answers[-1].headers["Retry-After"]) >= 50


async def test_an_address_is_only_believed_from_a_trusted_proxy(one_server: NatsServers) -> None:
    async def four_guests(**settings: tuple[str, ...]) -> list[int]:
        limits = {"gateway_guests_burst": 3, "gateway_guests_per_minute": 1}
        async with (
            running_gateway(one_server, **limits, **settings) as running,
            aiohttp.ClientSession(running.url) as http,
        ):
            statuses = []
            for number in range(4):
                headers = {"X-Forwarded-For": f"203.0.113.{number}"}
                async with http.post("/v1/guests", json={"name": "Ann"}, headers=headers) as response:
                    statuses.append(response.status)
            return statuses

    assert (await four_guests())[-1] == 429
    assert (await four_guests(gateway_trusted_proxies=("127.0.0.0/8",)))[-1] == 201


@pytest.mark.parametrize("path", ["/v1/tables", f"/v1/tables/{TABLE_ID}", f"/v1/tables/{TABLE_ID}/hands/1"])
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Basic abc"}, bearer("not.a.token")])
async def test_without_a_token_nothing_is_shown(
    http: aiohttp.ClientSession, path: str, headers: dict[str, str]
) -> None:
    async with http.get(path, headers=headers) as response:
        problem = await response.json()

    assert (response.status, problem["code"]) == (401, "not_authenticated")
    assert response.headers["WWW-Authenticate"] == "Bearer"


async def test_a_table_is_shown_as_the_caller_may_see_it(
    http: aiohttp.ClientSession, token: str, host: FakeTableHost
) -> None:
    async with http.get(f"/v1/tables/{TABLE_ID}", headers=bearer(token)) as response:
        snapshot = await response.json()

    assert response.status == 200
    assert (snapshot["channel"], snapshot["view"]["table"]) == ("public", TABLE_ID)


async def test_a_table_that_cannot_exist_is_not_found(http: aiohttp.ClientSession, token: str) -> None:
    async with http.get("/v1/tables/s7-elsewhere", headers=bearer(token)) as response:
        assert (response.status, (await response.json())["code"]) == (404, "unknown_table")


async def test_a_table_that_does_not_answer_is_unavailable(http: aiohttp.ClientSession, token: str) -> None:
    async with http.get("/v1/tables/s0-silent", headers=bearer(token)) as response:
        assert (response.status, (await response.json())["code"]) == (503, "table_unavailable")
        assert response.headers["Retry-After"] == "1"


async def test_a_finished_hand_is_asked_of_its_table(
    http: aiohttp.ClientSession, token: str, host: FakeTableHost
) -> None:
    host.answer = lambda _: Reply(result=msgspec.Raw(b'{"hand":7}'))

    async with http.get(f"/v1/tables/{TABLE_ID}/hands/7", headers=bearer(token)) as response:
        assert await response.json() == {"hand": 7}

    assert [request.body for request in host.asked] == [ExportHand(7)]


async def test_a_running_hand_is_not_found(
    http: aiohttp.ClientSession, token: str, host: FakeTableHost
) -> None:
    host.answer = lambda _: Reply("unknown_hand", "no such finished hand", {"hand": 8})

    async with http.get(f"/v1/tables/{TABLE_ID}/hands/8", headers=bearer(token)) as response:
        assert (response.status, (await response.json())["code"]) == (404, "unknown_hand")


async def test_a_new_table_is_opened_where_its_id_says(
    http: aiohttp.ClientSession, token: str, one_server: NatsServers
) -> None:
    opened: list[Request] = []
    client = await one_server.connect(TABLE)
    everywhere = FakeTableHost(client, TABLE_ID)

    def answer(request: Request) -> Reply:
        opened.append(request)
        return Reply(result=msgspec.Raw(b"{}"))

    everywhere.answer = answer
    await everywhere.listen_to("commands.0.*.*")

    async with http.post("/v1/tables", json={"name": "River", "seats": 2}, headers=bearer(token)) as response:
        table = (await response.json())["table"]
    await client.close()

    assert response.status == 201
    assert table.startswith("s0-")
    assert response.headers["Location"] == f"/v1/tables/{table}"
    assert [request.body for request in opened] == [OpenTable(TableConfig(name="River", seats=2))]


async def test_a_table_asked_for_twice_under_one_key_is_opened_once(
    http: aiohttp.ClientSession, token: str, one_server: NatsServers
) -> None:
    client = await one_server.connect(TABLE)
    everywhere = FakeTableHost(client, TABLE_ID)
    await everywhere.listen_to("commands.0.*.*")
    headers = {**bearer(token), "Idempotency-Key": "one-more-table"}

    tables = []
    for _ in range(2):
        async with http.post("/v1/tables", json={}, headers=headers) as response:
            tables.append((await response.json())["table"])
    await client.close()

    assert tables[0] == tables[1]
    assert everywhere.asked[0].id == everywhere.asked[1].id


@pytest.mark.parametrize(
    ("options", "code", "details"),
    [
        ({"seats": 10}, "bad_option", {"option": "seats", "why": "seats: 2 to 9"}),
        ({"big_blind": -1}, "bad_option", None),
        ({"big_blind": 10**30}, "bad_option", None),
        ({"big_blind": 2.5}, "bad_message", {"field": "big_blind"}),
        ({"small_blinds": 1}, "bad_message", {"field": "small_blinds"}),
        ({"clocks": {"decision_ms": "1"}}, "bad_message", {"field": "clocks.decision_ms"}),
    ],
)
async def test_options_out_of_bounds_are_named(
    http: aiohttp.ClientSession,
    token: str,
    options: dict[str, object],
    code: str,
    details: dict[str, object] | None,
) -> None:
    async with http.post("/v1/tables", json=options, headers=bearer(token)) as response:
        problem = await response.json()

    assert (response.status, problem["code"]) == (422, code)
    if details is not None:
        assert problem["details"] == details


async def test_the_lobby_follows_the_bucket(
    gateway: RunningGateway, http: aiohttp.ClientSession, token: str, one_server: NatsServers
) -> None:
    client = await one_server.connect(TABLE)
    entry = {
        "table": "s0-lobby1",
        "name": "Lobby table",
        "kind": "play",
        "currency": "PLAY",
        "seats": 6,
        "seated": 2,
        "small_blind": 50,
        "big_blind": 100,
        "min_buy_in": 4_000,
        "max_buy_in": 20_000,
        "hand_number": 3,
        "updated_ms": 1_700_000_000_000,
        "waiting": 1,
        "average_pot": 400,
        "hands_an_hour": 90,
        "club": "",
    }
    await client.request("$KV.lobby.s0-lobby1", msgspec.json.encode(entry), timeout=LONG_S)

    await client.close()

    async def listed() -> list[object]:
        async with http.get("/v1/tables", headers=bearer(token)) as response:
            tables: list[object] = (await response.json())["tables"]
            return tables

    async with asyncio.timeout(LONG_S):
        while entry not in await listed():  # noqa: ASYNC110  only asking tells
            await asyncio.sleep(0.05)


async def test_the_server_tells_its_time(http: aiohttp.ClientSession) -> None:
    async with http.get("/v1/time") as response:
        assert (await response.json())["now_ms"] > 1_700_000_000_000


async def test_what_is_not_there_is_a_problem_too(http: aiohttp.ClientSession) -> None:
    async with http.get("/v2/nothing") as response:
        assert (response.status, (await response.json())["code"]) == (404, "not_found")
    async with http.delete("/v1/tables") as response:
        assert (response.status, (await response.json())["code"]) == (405, "method_not_allowed")
        assert response.headers["Allow"] == "GET,HEAD,POST"


async def test_probes_are_answered_and_counters_kept_indoors(http: aiohttp.ClientSession) -> None:
    statuses = []
    for path in ("/healthz", "/readyz", "/metrics"):
        async with http.get(path) as response:
            statuses.append(response.status)

    assert statuses == [200, 200, 404]
