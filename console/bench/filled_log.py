"""Fills a throwaway log with tables that were really played, quicker than any player could."""

import asyncio
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from nats.aio.client import Client

from console.bench.played_tables import PlayedTable
from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.subjects import TABLES_STREAM, commits_of
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.sealing.ring_file import create_ring, load_ring
from services.table.host.dealer import Dealer
from services.table.host.table_replay import table_replay

ANSWERED_AFTER = 500
COMMITS_OF_AN_OPEN_HAND = 8


class FilledLog:
    """Nobody else may write to it meanwhile. The keys lie in `folder`, as a table process wants them."""

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._api = JetStreamApi(client)
        self._dealer = dealer_of(folder)
        self._snapshots = SnapshotStore(client, self._api)
        self.replay = table_replay(CommitReader(self._api), self._snapshots)

    async def play(self, tables: Iterable[TableId], hands: int) -> int:
        """Tables with so many hands each and one begun, their commits in turn; how many events that makes."""
        now_ms = time.time_ns() // 1_000_000
        played = [PlayedTable(table, self._dealer, now_ms) for table in tables]
        seqs = await self._publish(in_turn([_life(table, hands) for table in played]))
        for table in played:
            record, version, commits = table.between_hands
            seq = seqs[table.id][commits - 1]
            await self._snapshots.write(self.replay.snapshot(table.id, record, version, seq))
        return sum(table.now.version for table in played)

    async def _publish(self, commits: Iterable[Commit]) -> dict[TableId, list[int]]:
        """Without a fence and mostly without an answer: they land in the order in which they are sent."""
        seqs: dict[TableId, list[int]] = {}
        last = (await self._api.state(TABLES_STREAM)).last_seq
        for commit in commits:
            last += 1
            seqs.setdefault(commit.table, []).append(last)
            if last % ANSWERED_AFTER:
                await self._client.publish(commits_of(commit.table), encode_commit(commit))
            else:
                await self._client.request(commits_of(commit.table), encode_commit(commit), timeout=10)
        while (await self._api.state(TABLES_STREAM)).last_seq < last:  # noqa: ASYNC110  the server tells nobody
            await asyncio.sleep(0.05)
        return seqs


def dealer_of(folder: Path) -> Dealer:
    """A dealer with new keys in a folder, as a table process wants them."""
    for name in ("live", "history"):
        create_ring(folder / f"{name}.json", name)
    live, history = (load_ring(folder / f"{name}.json") for name in ("live", "history"))
    return Dealer(live, history, os.urandom)


def _life(table: PlayedTable, hands: int) -> Iterator[Commit]:
    open_hand = (table.go_on() for _ in range(COMMITS_OF_AN_OPEN_HAND))
    return chain(table.seat(), table.play(hands), open_hand)


def in_turn(lives: Sequence[Iterator[Commit]]) -> Iterator[Commit]:
    """The commits of tables that are played at once."""
    for round_ in zip_longest(*lives):
        yield from (commit for commit in round_ if commit is not None)
