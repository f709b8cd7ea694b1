"""The list of tables as it changes: whole at first, then what is different, and whole for who fell behind."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from riverrun.client.watched_lobby import WatchedLobby
from riverrun.contracts.server_messages import LobbyChangedMessage, LobbyMessage
from riverrun.contracts.views import LobbyEntry
from services.gateway.lobby import Lobby
from services.gateway.lobby_feed import LobbyFeed
from services.gateway.outbox import Outbox
from services.gateway.sights import Sights
from tests.support.clock import FakeClock
from tests.support.club_sights import ClubSights

ROOM = 10_000


class Bucket:
    """Where tables put their entries."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self._told: Callable[[str, bytes], Awaitable[None]] | None = None

    async def follow(self, told: Callable[[str, bytes], Awaitable[None]]) -> None:
        self._told = told

    async def entries(self) -> dict[str, bytes]:
        return {table: value for table, value in self.kept.items() if value}

    async def put(self, table: str, seated: int | None, club: str = "") -> None:
        assert self._told is not None
        value = b"" if seated is None else msgspec.json.encode(entry(table, seated, club))
        self.kept[table] = value
        await self._told(table, value)


class Client:
    """Reads when it likes."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.outbox = Outbox(self, ROOM)

    async def send_frame(self, message: bytes, *_: object) -> None:
        self.sent.append(msgspec.json.decode(message))

    async def read(self) -> list[dict[str, Any]]:
        self.sent.clear()
        await self.outbox._send_all()
        return self.sent


def entry(table: str, seated: int, club: str = "") -> LobbyEntry:
    return LobbyEntry(table, table, "play", "PLAY", 9, seated, 50, 100, 4_000, 20_000, 0, 0, club=club)


class House:
    """A gateway's lobby and its feed."""

    def __init__(self) -> None:
        self.bucket = Bucket()
        lobby: Any = self.bucket
        self.club = ClubSights()
        self.lobby = Lobby(lobby, FakeClock())
        self.sights = Sights(self.club, self.lobby.clubs, FakeClock())
        self.feed = LobbyFeed(self.lobby, self.sights, FakeClock())


@pytest.fixture
async def house() -> House:
    house = House()
    await house.lobby.follow()
    await house.bucket.put("s0-a", 1)
    house.feed.tell()
    return house


async def watching(house: House, player: str = "ann") -> Client:
    client = Client()
    house.sights.attend(player, lambda: None)
    await house.sights.learn(player)
    house.feed.watch(client.outbox, player, b'{"type":"ack"}')
    return client


def tables(message: dict[str, Any]) -> list[str]:
    return [one["table"] for one in message["tables"]]


async def test_who_watches_is_sent_the_list_and_then_what_changes(house: House) -> None:
    client = await watching(house)
    ack, whole = await client.read()
    assert (ack["type"], whole["type"]) == ("ack", "lobby")
    assert [one["table"] for one in whole["tables"]] == ["s0-a"]

    await house.bucket.put("s0-b", 0)
    await house.bucket.put("s0-b", 3)
    await house.bucket.put("s0-a", None)
    house.feed.tell()

    (changed,) = await client.read()
    assert [(one["table"], one["seated"]) for one in changed["tables"]] == [("s0-b", 3)]
    assert changed["gone"] == ["s0-a"]


async def test_nothing_is_told_of_what_stays_as_it_was(house: House) -> None:
    client = await watching(house)
    await client.read()

    await house.bucket.put("s0-a", 1)
    await house.lobby.read()
    house.feed.tell()

    assert await client.read() == []


async def test_a_table_that_vanished_unheard_is_told_as_gone(house: House) -> None:
    client = await watching(house)
    await client.read()

    house.bucket.kept.clear()
    await house.lobby.read()
    await house.lobby.read()
    house.feed.tell()

    assert [one["gone"] for one in await client.read()] == [["s0-a"]]


async def test_who_reads_slowly_is_sent_the_whole_list_once_he_reads_on(house: House) -> None:
    client = await watching(house)
    client.outbox.put(b'"' + b"x" * ROOM + b'"')
    for seated in (2, 3):
        await house.bucket.put("s0-a", seated)
        house.feed.tell()
    assert len(await client.read()) == 3

    house.feed.tell()

    (whole,) = await client.read()
    assert (whole["type"], [one["seated"] for one in whole["tables"]]) == ("lobby", [3])


async def test_who_comes_later_is_sent_the_list_as_it_is_by_then(house: House) -> None:
    await watching(house)
    await house.bucket.put("s0-b", 3)
    house.feed.tell()

    _, whole = await (await watching(house)).read()

    assert [one["table"] for one in whole["tables"]] == ["s0-a", "s0-b"]


async def test_who_watches_no_more_is_sent_nothing(house: House) -> None:
    client = await watching(house)
    await client.read()
    house.feed.unwatch(client.outbox)

    await house.bucket.put("s0-a", 2)
    house.feed.tell()

    assert await client.read() == []


async def test_a_clubs_table_stands_in_its_members_list_and_in_nobody_elses(house: House) -> None:
    house.club.members["rhine"] = {"ann"}
    await house.bucket.put("s0-club", 1, "rhine")
    ann, eve = await watching(house, "ann"), await watching(house, "eve")
    assert tables((await ann.read())[1]) == ["s0-a", "s0-club"]
    assert tables((await eve.read())[1]) == ["s0-a"]

    await house.bucket.put("s0-club", 2, "rhine")
    await house.bucket.put("s0-a", 2)
    house.feed.tell()
    assert [table for message in await ann.read() for table in tables(message)] == ["s0-a", "s0-club"]
    assert [table for message in await eve.read() for table in tables(message)] == ["s0-a"]

    await house.bucket.put("s0-club", None)
    house.feed.tell()
    assert [one["gone"] for one in await ann.read()] == [["s0-club"]]
    assert await eve.read() == []


async def test_who_joins_or_leaves_a_club_is_sent_the_list_anew(house: House) -> None:
    house.club.members["rhine"] = {"ann"}
    await house.bucket.put("s0-club", 1, "rhine")
    house.feed.tell()
    ann, bob = await watching(house, "ann"), await watching(house, "bob")
    await ann.read()
    await bob.read()

    house.club.members["rhine"] = {"bob"}
    await house.sights.refresh()
    house.feed.tell()

    assert [(one["type"], tables(one)) for one in await ann.read()] == [("lobby", ["s0-a"])]
    assert [(one["type"], tables(one)) for one in await bob.read()] == [("lobby", ["s0-a", "s0-club"])]


async def test_a_club_that_lets_all_watch_stands_in_everybodys_list_until_it_does_not(house: House) -> None:
    await house.bucket.put("s0-club", 1, "rhine")
    house.feed.tell()
    eve = await watching(house, "eve")
    await eve.read()
    house.club.open.add("rhine")
    await house.sights.refresh()
    house.feed.tell()
    assert [tables(one) for one in await eve.read()] == [["s0-a", "s0-club"]]

    house.club.open.clear()
    await house.sights.refresh()
    house.feed.tell()
    assert [tables(one) for one in await eve.read()] == [["s0-a"]]


async def test_a_club_that_shuts_its_door_while_nobody_watches_is_in_no_strangers_list(house: House) -> None:
    await house.bucket.put("s0-club", 1, "rhine")
    house.club.open.add("rhine")
    await house.sights.refresh()
    house.feed.tell()
    eve = await watching(house, "eve")
    assert tables((await eve.read())[1]) == ["s0-a", "s0-club"]
    house.feed.unwatch(eve.outbox)

    house.club.open.clear()
    await house.sights.refresh()
    house.feed.tell()

    assert tables((await (await watching(house, "eve")).read())[1]) == ["s0-a"]


async def test_our_own_client_folds_changes_into_the_list() -> None:
    watched = WatchedLobby()
    watched.hear(LobbyMessage(tables=[entry("s0-b", 1), entry("s0-a", 1)]))
    watched.hear(LobbyChangedMessage(tables=[entry("s0-c", 2), entry("s0-b", 4)], gone=["s0-a"]))

    listed = await anext(aiter(watched))

    assert [(one.table, one.seated) for one in listed] == [("s0-b", 4), ("s0-c", 2)]
    watched.end()
    assert [one async for one in watched] == []
