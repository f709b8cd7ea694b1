"""A log with tables that were really played, and ClickHouse databases to project it into."""

import asyncio
import itertools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nats.aio.client import Client

from console.bench.filled_log import FilledLog
from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.subjects import commits_of
from riverrun.contracts.table_events import HandShown, HandStarted, HandsTurnedUp
from riverrun.kernel.cards import text_of
from riverrun.runtime.eventstore.log_ahead import LogAhead, last_sequence
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY, TABLE
from services.history.codec import codec
from services.history.database import Database
from services.history.projection.checksums import Sum, added, stored_sums, sums_of
from services.history.projection.followed_tables import FollowedTables
from services.history.projection.plans import BeforeInsert
from services.history.projection.projector import Pace, Projector
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse
from tests.support.lone_hands import lone_hands
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.slow_totals import SlowFigures, SlowSeat, slow_seats, slow_totals
from tests.support.stored_life import lived, renamed

ANSWERED_AFTER = 100
_numbers = itertools.count(1)


@dataclass
class PlayedLog:
    """A nats-server with a log that nobody writes to any more, and the folder of the keys that sealed it."""

    servers: NatsServers
    keys: Path

    def project(self, database: Database, events: int = 500, before_each: BeforeInsert | None = None) -> None:
        asyncio.run(self._project(database, events, before_each))

    async def _project(self, database: Database, events: int, before_each: BeforeInsert | None) -> None:
        client = await self.servers.connect(HISTORY)
        try:
            api = JetStreamApi(client, HISTORY.api_prefix, LONG_S)
            projector = Projector(api, database, Pace(events), before_each=before_each)
            await projector.run(await last_sequence(api))
        finally:
            await client.close()

    def sums(self) -> dict[str, Sum]:
        """What the log itself says that ClickHouse must hold."""
        return asyncio.run(self._sums())

    async def _sums(self) -> dict[str, Sum]:
        client = await self.servers.connect(HISTORY)
        tables, sums = FollowedTables(), dict[str, Sum]()
        log = LogAhead(JetStreamApi(client, HISTORY.api_prefix, LONG_S), 1)
        while commits := await log.more():
            for seq, commit in commits:
                tables.take(seq, commit)
            sums = added(sums, sums_of(tables.emptied()))
        await log.close()
        await client.close()
        return sums

    def shown(self) -> dict[tuple[str, int], dict[int, str]]:
        """By table and hand: what everybody saw of each seat's cards, straight from the events."""
        found: dict[tuple[str, int], dict[int, str]] = {}
        for table, events in asyncio.run(self._events()).items():
            seen: dict[int, str] = {}
            for event in events:
                if isinstance(event, HandStarted):
                    seen = found[table, event.hand] = {}
                elif isinstance(event, HandsTurnedUp):
                    seen.update({seat: text_of(cards) for seat, cards in event.hands})
                elif isinstance(event, HandShown):
                    seen[event.seat] = text_of(event.cards)
        return found

    def slow_figures(self) -> dict[str, SlowFigures]:
        """Every player's figures straight from the events."""
        return slow_totals(self.slow_seats())

    def slow_seats(self) -> list[SlowSeat]:
        """Every player of every finished hand, straight from the events."""
        tables = asyncio.run(self._events()).values()
        return [seat for events in tables for seat in slow_seats(events)]

    async def _events(self) -> dict[str, list[Any]]:
        client = await self.servers.connect(HISTORY)
        log = LogAhead(JetStreamApi(client, HISTORY.api_prefix, LONG_S), 1)
        tables: dict[str, list[Any]] = {}
        while commits := await log.more():
            for _, commit in commits:
                tables.setdefault(commit.table, []).extend(codec.decode_all(commit))
        await log.close()
        await client.close()
        return tables


async def _play(servers: NatsServers, folder: Path, tables: int, hands: int, lives: int) -> None:
    client = await servers.connect(TABLE)
    await FilledLog(client, folder).play([f"s0-bench{number:04}" for number in range(tables)], hands)
    for seed in range(1, lives + 1):
        await _publish(client, renamed(await asyncio.to_thread(lived, seed), f"s0-life{seed:04}"))
    await client.close()


async def _write(servers: NatsServers, commits: Iterable[Commit]) -> None:
    client = await servers.connect(TABLE)
    await _publish(client, commits)
    await client.close()


async def _publish(client: Client, commits: Iterable[Commit]) -> None:
    """Mostly without an answer: they are stored in the order in which they are sent."""
    for last_of_some, commit in _with_every(ANSWERED_AFTER, commits):
        subject, data = commits_of(commit.table), encode_commit(commit)
        if last_of_some:
            await client.request(subject, data, timeout=LONG_S)
        else:
            await client.publish(subject, data)


def _with_every(count: int, commits: Iterable[Commit]) -> Iterator[tuple[bool, Commit]]:
    """Each with whether it is one of every so many, or the last one."""
    ahead = iter(commits)
    one = next(ahead, None)
    for number in itertools.count(1):
        if one is None:
            return
        after = next(ahead, None)
        yield number % count == 0 or after is None, one
        one = after


@contextmanager
def _founded(folder: Path) -> Iterator[PlayedLog]:
    folder.mkdir(exist_ok=True)
    servers = NatsServers(folder / "nats")
    try:
        servers.start()
        asyncio.run(servers.found())
        yield PlayedLog(servers, folder)
    finally:
        servers.stop()


@contextmanager
def played_log(folder: Path, tables: int = 2, hands: int = 10, lives: int = 2) -> Iterator[PlayedLog]:
    """Bench tables with so many hands each, and lives of tables at random, the last hands in progress."""
    with _founded(folder) as log:
        asyncio.run(_play(log.servers, folder, tables, hands, lives))
        yield log


@contextmanager
def log_of_lone_hands(folder: Path, hands: int, pluribus_every: int, lives: int = 2) -> Iterator[PlayedLog]:
    """So many random hands over months, every so many-th of Pluribus', and lives of tables."""
    with _founded(folder) as log:
        asyncio.run(_play(log.servers, folder, 0, 0, lives))
        asyncio.run(_write(log.servers, lone_hands(hands, pluribus_every)))
        yield log


@contextmanager
def fresh_database(server: RunningClickHouse) -> Iterator[Database]:
    """A database of the test's own."""
    database = Database(ClickHouseSettings(url=server.url, database=f"test_{next(_numbers)}"))
    database.connect()
    try:
        yield database
    finally:
        database.close()


def stored(database: Database) -> dict[str, Sum]:
    """What ClickHouse holds by now."""
    return stored_sums(database, 2**60)
