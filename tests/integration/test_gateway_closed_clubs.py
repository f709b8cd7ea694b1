"""A closed club's tables are its members': whatever a stranger tries, and whoever is one from now on."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest_asyncio
import yaml

from riverrun.contracts.client_messages import ClientMessage
from tests.support.club_apps import Apps, apps_of
from tests.support.club_house import running_clubs
from tests.support.gateway import Door
from tests.support.nats_server import NatsServers
from tests.support.sample_messages import sample
from tests.support.table_process import TableProcesses
from tests.support.waiting import waiting_for

OPENAPI = Path(__file__).parents[2] / "docs" / "openapi.yaml"
SAY_NOTHING_OF_THE_TABLE = {"unwatch", "mute"}
"""They change what this connection is sent, and are answered alike whatever table is named."""
REFUSED = {"members_only", "not_allowed"}


def messages_that_name_a_table() -> list[type[msgspec.Struct]]:
    return [kind for kind in ClientMessage.__subclasses__() if "table" in kind.__struct_fields__]


def requests_that_name_a_table() -> Iterator[tuple[str, str]]:
    paths: dict[str, Any] = yaml.safe_load(OPENAPI.read_text())["paths"]
    for path, methods in paths.items():
        if "{table}" in path:
            for method in methods.keys() & {"get", "put", "post", "delete", "patch"}:
                yield method.upper(), path


@dataclass
class Rhine:
    """A closed club of Ann's with a table; Bob is a member, Eve a stranger."""

    apps: Apps
    clubs: AsyncExitStack
    club: dict[str, Any]
    table: str
    ann: tuple[str, str]
    bob: tuple[str, str]
    eve: tuple[str, str]

    @property
    def path(self) -> str:
        return f"/v1/clubs/{self.club['club']}"

    async def lobby(self, person: tuple[str, str]) -> list[str]:
        _, listed = await self.apps.ask("GET", "/v1/tables", person[1])
        return [one["table"] for one in listed["tables"]]

    async def remove(self, person: tuple[str, str]) -> None:
        assert (await self.apps.ask("DELETE", f"{self.path}/members/{person[0]}", self.ann[1]))[0] == 204

    async def let_watch(self, spectators: str) -> None:
        answer = await self.apps.ask("PUT", f"{self.path}/bounds", self.ann[1], {"spectators": spectators})
        assert answer == (204, None)


@pytest_asyncio.fixture
async def rhine(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Rhine]:
    processes = TableProcesses(one_server, tmp_path)
    async with AsyncExitStack() as stack:
        clubs = await stack.enter_async_context(AsyncExitStack())
        house = await clubs.enter_async_context(running_clubs(one_server, keys=tmp_path))
        apps = await stack.enter_async_context(
            apps_of(one_server, house.target, gateway_messages_per_s=1_000)
        )
        await stack.enter_async_context(processes.hosting())
        ann, bob, eve = await apps.person("Ann"), await apps.person("Bob"), await apps.person("Eve")
        club = await apps.club(ann[1])
        await apps.join(club, ann[1], *bob)
        path = f"/v1/clubs/{club['club']}"
        assert (await apps.ask("PUT", f"{path}/templates/daily", ann[1], {"talk": "everyone"}))[0] == 204
        status, opened = await apps.ask("POST", f"{path}/tables", ann[1], {"template": "daily"})
        assert status == 201, opened
        yield Rhine(apps, clubs, club, opened["table"], ann, bob, eve)


class Onlooker:
    """Folds all that one client is sent, in whatever order it comes."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.listed: set[str] = set()
        self.lost: list[dict[str, Any]] = []
        self.answered: dict[str, dict[str, Any]] = {}
        self.heard: list[str] = []
        self.pushed: set[str] = set()

    async def until(self, seen: Callable[[], bool]) -> None:
        while not seen():
            message = await self.door.next()
            if message.get("id") is None:
                self.pushed.add(message["type"])
            match message["type"]:
                case "lobby" | "lobby_changed":
                    kept = self.listed if message["type"] == "lobby_changed" else set()
                    self.listed = kept.difference(message.get("gone", ()))
                    self.listed |= {one["table"] for one in message["tables"]}
                case "ack" | "error" if message["id"] is not None:
                    self.answered[message["id"]] = message
                case "error":
                    self.lost.append(message)
                case "talk":
                    self.heard.append(message["text"])
                case _:
                    pass

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        id_ = await self.door.send(type_, **fields)
        await self.until(lambda: id_ in self.answered)
        return self.answered[id_]

    async def sees(self, table: str) -> None:
        await self.until(lambda: table in self.listed)

    async def loses(self, table: str) -> None:
        """Is sent the list without it, and told that the table is to be seen no more."""
        await self.until(lambda: table not in self.listed and bool(self.lost))
        told = self.lost.pop()
        assert (told["code"], told["details"]) == ("members_only", {"table": table})

    async def says(self, table: str, text: str) -> None:
        """And hears it, for he watches."""
        assert (await self.ask("say", table=table, kind="chat", text=text))["type"] == "ack"
        await self.until(lambda: text in self.heard)


async def answers(person: Onlooker, table: str, player: str) -> dict[str, dict[str, Any]]:
    """To every message that names the table."""
    found: dict[str, dict[str, Any]] = {}
    for kind in messages_that_name_a_table():
        message = sample(kind, table=table, player=player)
        type_ = message.pop("type")
        del message["id"]
        found[type_] = await person.ask(type_, **message)
    return found


async def test_a_stranger_is_refused_by_every_call_that_names_the_table_and_finds_it_in_no_list(
    rhine: Rhine,
) -> None:
    stranger, member = [Onlooker(await rhine.apps.door(*person)) for person in (rhine.eve, rhine.bob)]
    async with waiting_for("the table in a member's list, which follows it"):
        while rhine.table not in await rhine.lobby(rhine.bob):  # noqa: ASYNC110  only asking tells
            await asyncio.sleep(0.05)
    told = await answers(stranger, rhine.table, rhine.bob[0])
    assert {type_ for type_, answer in told.items() if answer["type"] == "ack"} == SAY_NOTHING_OF_THE_TABLE
    refused = {type_: one for type_, one in told.items() if type_ not in SAY_NOTHING_OF_THE_TABLE}
    assert {type_: one["code"] for type_, one in refused.items() if one["code"] not in REFUSED} == {}
    assert all(one["details"] == {} for one in refused.values() if one["code"] == "members_only")
    for method, path in requests_that_name_a_table():
        where = path.format(table=rhine.table, hand=1)
        status, problem = await rhine.apps.ask(method, where, rhine.eve[1])
        # Where he may look because he played, history is asked, which is not there.
        assert (status, problem["code"]) in {
            (403, "members_only"),
            (403, "not_allowed"),
            (503, "history_unavailable"),
        }, (method, path)
    assert rhine.table not in await rhine.lobby(rhine.eve)
    await stranger.ask("watch_lobby")
    await stranger.until(lambda: "lobby" in stranger.pushed)
    assert rhine.table not in stranger.listed
    # He was sent nothing else; and a member is refused by none of it for being a stranger.
    await stranger.ask("ping")
    assert stranger.pushed <= {"lobby", "lobby_changed"}
    theirs = await answers(member, rhine.table, rhine.ann[0])
    assert "members_only" not in {one.get("code") for one in theirs.values()}
    assert (await rhine.apps.ask("GET", f"/v1/tables/{rhine.table}", rhine.bob[1]))[0] == 200
    assert rhine.table in await rhine.lobby(rhine.bob)
    for one in (stranger, member):
        await one.door.close()


async def test_who_is_let_in_sees_the_table_where_he_is_and_who_is_removed_loses_it(rhine: Rhine) -> None:
    table = rhine.table
    eve, bob = [Onlooker(await rhine.apps.door(*person)) for person in (rhine.eve, rhine.bob)]
    assert (await bob.ask("watch", table=table))["type"] == "ack"
    for one in (eve, bob):
        await one.ask("watch_lobby")
    await bob.sees(table)
    assert table not in eve.listed

    await rhine.apps.join(rhine.club, rhine.ann[1], *rhine.eve)
    assert (await eve.ask("watch", table=table))["type"] == "ack"
    await eve.sees(table)

    await rhine.remove(rhine.bob)
    await bob.loses(table)
    await eve.says(table, "hello")
    await bob.ask("ping")
    assert bob.heard == []

    # The club lets everybody watch, and its members alone again.
    await rhine.let_watch("all")
    await bob.sees(table)
    assert (await bob.ask("watch", table=table))["type"] == "ack"
    assert table in await rhine.lobby(rhine.bob)
    await rhine.let_watch("members")
    await bob.loses(table)

    # The club falls silent: members look on, and nobody else gets in.
    await rhine.clubs.aclose()
    assert (await bob.ask("watch", table=table))["code"] == "accounts_unavailable"
    assert table not in await rhine.lobby(rhine.bob)
    await eve.says(table, "still here")
    for one in (eve, bob):
        await one.door.close()
