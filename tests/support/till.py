"""A made-up state with three events, for tests of the event store: a till that chips go in and out of."""

import secrets
from typing import Any

import msgspec
from nats.aio.client import Client

from riverrun.contracts.commits import COMMIT_FORMAT, Commit
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.commit_store import CommitStore, Stalled
from riverrun.runtime.eventstore.replay import Replay, event_by_event
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import TABLE
from tests.support.nats_server import NatsServers


class TillOpened(msgspec.Struct, frozen=True, array_like=True):
    name: str


class ChipsPutIn(msgspec.Struct, frozen=True, array_like=True):
    amount: int


class ChipsTakenOut(msgspec.Struct, frozen=True, array_like=True):
    amount: int
    by: str = ""


class Till(msgspec.Struct, frozen=True, array_like=True):
    name: str
    chips: int = 0
    moves: int = 0


def evolve(till: Till | None, event: Any) -> Till:
    match event:
        case TillOpened(name):
            return Till(name)
        case ChipsPutIn(amount):
            assert till is not None
            return Till(till.name, till.chips + amount, till.moves + 1)
        case ChipsTakenOut(amount):
            assert till is not None
            return Till(till.name, till.chips - amount, till.moves + 1)
        case _:
            raise AssertionError(event)


codec = EventCodec(
    {"till.opened": TillOpened, "till.chips_put_in": ChipsPutIn, "till.chips_taken_out": ChipsTakenOut}
)


def new_table() -> str:
    """A table that no other test uses."""
    return f"s0-{secrets.token_hex(6)}"


def commit_of(table: str, first_version: int, *events: Any, hand: int = 0, command: str = "") -> Commit:
    """One decision's commit; its bytes differ from every other's, as a real one's do."""
    return Commit(
        COMMIT_FORMAT,
        table,
        first_version,
        command or secrets.token_hex(8),
        "player",
        1_700_000_000_000,
        "",
        hand,
        codec.encode_all(events),
    )


class Log:
    """One process's access to the log: its own connection, with everything a table service has on it."""

    def __init__(self, client: Client, on_stall: Stalled | None = None, name: str = "code") -> None:
        self.client = client
        api = JetStreamApi(client)
        self.reader = CommitReader(api)
        self.store = CommitStore(client, self.reader, on_stall)
        self.snapshots = SnapshotStore(client, api)
        self.replay = self.replay_by(name)

    def replay_by(self, name: str) -> Replay[Till]:
        fold = event_by_event(evolve)
        return Replay(self.reader, self.snapshots, codec, fold, Till, name)

    async def open(self, table: str) -> int:
        """Write the table's first commit."""
        return await self.store.append(commit_of(table, 1, TillOpened("till")), 0)

    async def fill(self, table: str, commits: int, seq: int, version: int) -> tuple[int, int]:
        """Write commits of two events each; the new sequence and version."""
        for i in range(commits):
            events = (ChipsPutIn(10 + i), ChipsTakenOut(i, "me"))
            seq = await self.store.append(commit_of(table, version + 1, *events, hand=i // 3), seq)
            version += 2
        return seq, version

    async def close(self) -> None:
        self.store.close()
        await self.client.close()


async def open_log(servers: NatsServers, *urls: str, on_stall: Stalled | None = None) -> Log:
    """Connect as the table service does."""
    return Log(await servers.connect(TABLE, *urls), on_stall)
