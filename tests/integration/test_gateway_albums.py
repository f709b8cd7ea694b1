"""Favourites and share links over plain HTTP: for people with accounts, of hands they may look into."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from click.testing import CliRunner

from console.__main__ import main
from console.account.kept_accounts import KeptAccounts
from riverrun.contracts.account_messages import Account
from riverrun.contracts.refusals import NotAllowed
from riverrun.runtime.clock import SystemClock
from services.gateway.addresses import Addresses
from services.gateway.album_pages import AlbumPages
from services.gateway.caller import Caller
from services.gateway.club_sight import HasPlayed
from services.gateway.history_line import HistoryLine
from services.gateway.link_secrets import LinkSecrets
from services.gateway.problems import problems
from services.gateway.refusals import NotAuthenticated
from services.gateway.request_limits import RequestLimits
from services.gateway.token_bucket import Buckets
from services.history.database import Database
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog
from tests.support.history_service import answering

HAND = "/v1/hands/s0-bench0000/4"
CLUBS_HAND = "/v1/hands/s0-bench0001/4"


class KnownTokens:
    """A player's token is the id; a guest's begins with `g-`."""

    def verify(self, token: str) -> Caller:
        if not token:
            raise NotAuthenticated(reason="missing")
        return Caller(token, token, session="" if token.startswith("g-") else "session-1")


class OneClubsTable:
    """Nobody of these tests may look into one of the tables, but for hands that he has played."""

    async def require(self, _: Caller, table: str, has_played: HasPlayed) -> None:
        if table == "s0-bench0001" and not await has_played():
            raise NotAllowed


@dataclass
class Apps:
    """Clients of the pages."""

    url: str
    http: aiohttp.ClientSession

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None, key: str = ""
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        async with self.http.request(method, self.url + path, json=body, headers=headers) as response:
            return response.status, await response.json() if response.status != 204 else None


@pytest.fixture
async def apps(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> AsyncIterator[Apps]:
    clickhouse = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with AsyncExitStack() as held:
        service = await held.enter_async_context(answering(clickhouse, played))
        line = HistoryLine(service.target)
        held.push_async_callback(line.close)
        buckets = Buckets(1_000, 1_000)
        limits = RequestLimits(Addresses(()), buckets, buckets, SystemClock())
        links = LinkSecrets(b"a key of all gateways")
        pages = AlbumPages(line, OneClubsTable(), links, KnownTokens(), limits)  # type: ignore[arg-type]  # by hand
        app = web.Application(middlewares=[problems])
        app.add_routes(pages.routes())
        runner = web.AppRunner(app)
        held.push_async_callback(runner.cleanup)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port, *_ = runner.addresses[0]
        http = await held.enter_async_context(aiohttp.ClientSession())
        yield Apps(f"http://{host}:{port}", http)


async def test_a_favourite_is_kept_noted_listed_and_dropped(apps: Apps) -> None:
    assert await apps.ask("PUT", f"{HAND}/favourite", "p-ann", {"note": "bluffed the river"}) == (204, None)
    assert await apps.ask("PUT", "/v1/hands/s0-bench0000/5/favourite", "p-ann") == (204, None)

    status, listed = await apps.ask("GET", "/v1/favourites", "p-ann")

    assert status == 200
    assert {(one["hand"], one["note"]) for one in listed["favourites"]} == {(4, "bluffed the river"), (5, "")}
    assert (await apps.ask("GET", "/v1/favourites", "p-bob"))[1] == {"favourites": []}
    assert (await apps.ask("DELETE", f"{HAND}/favourite", "p-ann"))[0] == 204
    _, listed = await apps.ask("GET", "/v1/favourites", "p-ann")
    assert [one["hand"] for one in listed["favourites"]] == [5]


async def test_a_link_opens_to_anybody_with_its_makers_sight_until_it_is_ended(apps: Apps) -> None:
    status, made = await apps.ask("POST", f"{HAND}/shares", "player-0")
    assert status == 201

    status, told = await apps.ask("GET", made["path"])

    own = [player for player in told["hand"]["players"] if player["own"]]
    assert status == 200
    assert len(own[0]["cards"]) == 4
    assert told["frames"]
    _, listed = await apps.ask("GET", "/v1/shares", "player-0")
    assert made["share"] in [one["share"] for one in listed["shares"]]
    assert made["path"].rsplit(".", 1)[1] not in str(listed)
    assert (await apps.ask("DELETE", f"/v1/shares/{made['share']}", "p-bob"))[0] == 404
    assert (await apps.ask("DELETE", f"/v1/shares/{made['share']}", "player-0"))[0] == 204
    status, problem = await apps.ask("GET", made["path"])
    assert (status, problem["code"]) == (404, "unknown_share")


async def test_a_share_asked_for_again_under_its_key_is_the_same_link(apps: Apps) -> None:
    # The answer was lost, and whoever asked again had a second link that nobody knew of.
    path, five = f"{HAND}/shares", "/v1/hands/s0-bench0000/5/shares"
    first, again = [await apps.ask("POST", path, "player-1", key="wish-0001") for _ in range(2)]

    assert first == again
    assert first[0] == 201
    assert (await apps.ask("GET", first[1]["path"]))[0] == 200
    _, listed = await apps.ask("GET", "/v1/shares", "player-1")
    assert [one["share"] for one in listed["shares"]] == [first[1]["share"]]
    others = [
        await apps.ask("POST", path, "player-1", key="wish-0002"),
        await apps.ask("POST", five, "player-1", key="wish-0001"),
        await apps.ask("POST", path, "player-2", key="wish-0001"),
        await apps.ask("POST", path, "player-1"),
    ]
    assert len({made["path"] for _, made in [first, *others]}) == 5


async def test_a_key_stands_for_one_wish_and_brings_no_ended_link_back(apps: Apps) -> None:
    path = f"{HAND}/shares"
    _, made = await apps.ask("POST", path, "player-3", {"hide_cards": True}, "wish-0003")

    status, problem = await apps.ask("POST", path, "player-3", {"hide_cards": False}, "wish-0003")
    assert (status, problem["code"]) == (409, "id_reused")
    assert (await apps.ask("DELETE", f"/v1/shares/{made['share']}", "player-3"))[0] == 204
    status, problem = await apps.ask("POST", path, "player-3", {"hide_cards": True}, "wish-0003")
    assert (status, problem["code"]) == (404, "unknown_share")
    assert (await apps.ask("POST", path, "player-3", key="short"))[1]["code"] == "bad_message"


async def test_a_maker_may_hide_his_own_cards(apps: Apps) -> None:
    _, made = await apps.ask("POST", f"{HAND}/shares", "player-0", {"hide_cards": True})

    _, told = await apps.ask("GET", made["path"])

    assert all(player["cards"] == player["shown"] for player in told["hand"]["players"])


async def test_who_left_a_club_keeps_and_shares_the_hands_that_he_played_there(apps: Apps) -> None:
    # He could look at them, and was refused as a stranger when he kept or shared one.
    assert (await apps.ask("PUT", f"{CLUBS_HAND}/favourite", "player-0"))[0] == 204
    status, made = await apps.ask("POST", f"{CLUBS_HAND}/shares", "player-0")

    assert status == 201
    assert (await apps.ask("GET", made["path"]))[0] == 200


async def test_nobody_in_between_keeps_what_a_link_shows(apps: Apps) -> None:
    _, made = await apps.ask("POST", f"{HAND}/shares", "player-0")

    async with apps.http.get(apps.url + made["path"]) as response:
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize(
    ("method", "path", "token", "body", "status", "code"),
    [
        ("GET", "/v1/favourites", "", None, 401, "not_authenticated"),
        ("POST", f"{HAND}/shares", "g-guest", None, 403, "account_needed"),
        ("POST", f"{CLUBS_HAND}/shares", "p-ann", None, 403, "not_allowed"),
        ("PUT", f"{CLUBS_HAND}/favourite", "p-ann", None, 403, "not_allowed"),
        ("PUT", "/v1/hands/s0-bench0000/99/favourite", "p-ann", None, 404, "unknown_hand"),
        ("PUT", "/v1/hands/nowhere/1/favourite", "p-ann", None, 404, "unknown_hand"),
        ("PUT", f"{HAND}/favourite", "p-ann", {"note": "x" * 201}, 422, "bad_message"),
        ("POST", f"{HAND}/shares", "p-ann", {"until_ms": 1}, 422, "bad_message"),
        ("POST", f"{HAND}/shares", "p-ann", {"cards": "all"}, 422, "bad_message"),
        ("GET", "/v1/shared/p-ann.guess", "", None, 404, "unknown_share"),
        ("GET", f"/v1/shared/p-ann.{'x' * 32}", "", None, 404, "unknown_share"),
    ],
)
async def test_what_is_refused_says_why(
    apps: Apps, method: str, path: str, token: str, body: object, status: int, code: str
) -> None:
    found, problem = await apps.ask(method, path, token, body)

    assert (found, problem["code"]) == (status, code)


async def test_an_account_keeps_and_shares_hands_from_its_terminal(apps: Apps, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    lasts_ms = int(time.time() * 1000) + 3_600_000
    account = Account("p-term", "Ann", "session-1", "d-1", "p-term", lasts_ms, "refresh", lasts_ms)
    KeptAccounts(tmp_path / "config" / "riverrun" / "accounts.json").keep(apps.url, account)

    async def hands(*words: str, exits: int = 0) -> str:
        command = ["hands", *words, "--url", apps.url]
        result = await asyncio.to_thread(
            CliRunner().invoke, main, command, env=environment, catch_exceptions=False
        )
        assert result.exit_code == exits, result.output
        return result.stdout if not exits else result.output

    assert "is a favourite" in await hands("favourite", "s0-bench0000", "6", "--note", "a hero call")
    assert "a hero call" in await hands("favourite")
    link = (await hands("share", "s0-bench0000", "6", "--days", "1")).strip()
    async with apps.http.get(link) as response:
        assert response.status == 200
    (listed,) = json.loads(await hands("share", "--json"))
    assert "no more" not in await hands("unshare", listed["share"])
    async with apps.http.get(link) as response:
        assert response.status == 404
    # It said "unknown_share" twice, of a link without an end that it had "ended", and gave scripts no JSON.
    assert (await hands("unshare", listed["share"], exits=1)).count("unknown_share") == 1
    made = json.loads(await hands("share", "s0-bench0000", "6", "--key", "terminal-1", "--json"))
    assert json.loads(await hands("share", "s0-bench0000", "6", "--key", "terminal-1", "--json")) == made
    assert made["link"].startswith(apps.url)
    assert "you end it" in await hands("share")
    assert "no more" not in await hands("unshare", made["share"])
    await hands("favourite", "s0-bench0000", "6", "--drop")
    assert json.loads(await hands("favourite", "--json")) == []
