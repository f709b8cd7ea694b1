"""Each client's folded view against the table's own, field by field, once the tables stand still."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from riverrun.client import WatchedTable
from riverrun.contracts.views import TableView
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from tests.chaos.players import Player
from tests.support.judged_history import History, catch_up

TRIES, PAUSE_S = 60, 0.25


async def judge_views(
    players: Sequence[Player], histories: dict[TableId, History], reader: CommitReader
) -> list[str]:
    """Each client's folded view is the table's, and its stacks are the log's."""
    wrong = []
    for player in players:
        for watched in player.tables:
            found = await _judge_view(player, watched, histories[watched.table], reader)
            wrong += [f"{player.name} at {watched.table}: {one}" for one in found]
    return wrong


async def _judge_view(
    player: Player, watched: WatchedTable, history: History, reader: CommitReader
) -> list[str]:
    """Compared only where nothing happened between the first look and the last."""
    seen = ""
    for _ in range(TRIES):
        before = await player.client.snapshot(watched.table)
        folded, at = watched.view, (watched.feed, watched.version)
        await catch_up(history, reader)
        after = await player.client.snapshot(watched.table)
        if at == (before.feed, before.version) == (after.feed, after.version):
            return differences(folded, before.view, history)
        seen = f"{at}, the table {(before.feed, before.version)} and then {(after.feed, after.version)}"
        await asyncio.sleep(PAUSE_S)
    return [f"stands at {seen}: they never agreed"]


def differences(folded: TableView, fresh: TableView | None, history: History) -> list[str]:
    """What two views of one moment, and the log, do not agree on."""
    assert fresh is not None, "a snapshot asked for whole"
    assert history.record is not None, "a table that people play at"
    table = history.record.table
    held = Counter({seat.seat: seat.stack for seat in table.seats})
    if table.hand is not None:
        # A top-up that came in mid-hand lies beside the hand's chips.
        held.update({one.seat: one.stack for one in table.hand.players})
    seen = {seat.seat: seat.stack for seat in fresh.seats}
    version = history.commits[-1].commit.last_version
    found = [
        f"version {version}: {place} is {ours} in the folded view, and {theirs} in the table's"
        for place, ours, theirs in unlike(msgspec.to_builtins(folded), msgspec.to_builtins(fresh))
    ]
    return found if seen == held else [*found, f"saw {seen}, the log has {dict(held)}"]


def unlike(ours: Any, theirs: Any, place: str = "view") -> Iterator[tuple[str, Any, Any]]:
    """Where two values of plain data differ: the place, and both of what stands there."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys((*ours, *theirs)):
            yield from unlike(ours.get(name), theirs.get(name), f"{place}.{name}")
    elif isinstance(ours, list | tuple) and isinstance(theirs, list | tuple) and len(ours) == len(theirs):
        for number, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from unlike(*pair, f"{place}[{number}]")
    elif ours != theirs:
        yield place, ours, theirs
