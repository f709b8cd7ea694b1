"""The log read once, in order, for many tables at a time.

Read table by table, the tables of a busy log cost the server the square of their number: for each it passes
over what all others have written since.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

import structlog

from riverrun.contracts.subjects import table_in
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.log_ahead import LogAhead
from riverrun.runtime.eventstore.logged import BrokenChain, logged
from riverrun.runtime.eventstore.replay import Rebuilt, Replay
from riverrun.runtime.nats.jetstream_api import JetStreamApi

log = structlog.get_logger(__name__)

S = TypeVar("S")

ALONE = 150
"""Reading one table by itself costs about as much as passing over so many commits in a sweep."""
PASSED_OVER = 125
"""So many commits of others the server passes over in the time in which one is read."""


def sweep_from(known_seqs: Collection[int], last_seq: int, longest: int) -> int:
    """From where on a sweep is cheapest, given where each table is known already; past `last_seq`: nowhere.

    The tables known at less than that are left to be read alone, having few commits since then. `longest`
    bounds the commits of a sweep.
    """
    ordered = sorted(known_seqs)
    costs = [_passing_over(last_seq - seq) for seq in ordered]
    best, cheapest, alone = last_seq + 1, sum(costs), 0
    for seq, cost in zip(ordered, costs, strict=True):
        swept = last_seq - seq
        if swept + alone < cheapest and swept <= longest:
            best, cheapest = seq + 1, swept + alone
        alone += cost
    return best


def quicker_in_one(commits: Collection[int], in_all: int) -> bool:
    """Whether tables with so many commits each are read sooner in one sweep over all than one by one."""
    return in_all < sum(own + _passing_over(in_all - own) for own in commits)


def _passing_over(commits: int) -> int:
    return ALONE + commits // PASSED_OVER


async def sweep(
    api: JetStreamApi,
    replay: Replay[S],
    starts: Mapping[TableId, Rebuilt[S]],
    from_seq: int,
    progress: Callable[[int, int], None] = lambda _read, _left: None,
) -> dict[TableId, Rebuilt[S]]:
    """The tables at the log's end, each folded on from where it starts by what stands from `from_seq` on.

    Left out: a table that starts before it; one of which nothing was found, for then nothing shows that the
    log knows where it starts; and one whose commits cannot be followed, which tells why when it is read
    alone. The answer may lag behind the log; whoever appends behind it finds out by the fence. `progress` is
    told how many commits are read and how many are left. Raises nats-py's errors.
    """
    reached = {table: start for table, start in starts.items() if start.seq + 1 >= from_seq}
    followed: set[TableId] = set()
    ahead = LogAhead(api, from_seq)
    read = 0
    try:
        while messages := await ahead.messages():
            for message in messages:
                table = table_in(message.subject)
                at = reached.get(table)
                if at is None or message.seq <= at.seq:
                    continue
                try:
                    reached[table] = replay.step(at, logged(message))
                except BrokenChain as error:
                    log.warning("table_not_swept", table=table, seq=message.seq, error=str(error))
                    del reached[table]
                except Exception:
                    # Whatever it is comes up again when the table is read alone, and then stops that table.
                    log.exception("table_not_swept", table=table, seq=message.seq)
                    del reached[table]
                else:
                    followed.add(table)
            read += len(messages)
            progress(read, ahead.pending)
            await asyncio.sleep(0)
    finally:
        await ahead.close()
    return {table: at for table, at in reached.items() if table in followed}
