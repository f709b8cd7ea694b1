"""The end of play: every table plays its hand to the end and then stands still, to be looked at."""

import asyncio
import time
from collections.abc import Sequence

from nats.aio.client import Client

from riverrun.contracts.operator_commands import DrainTable, OrderRequest, encode_order
from riverrun.contracts.subjects import orders_to
from riverrun.contracts.table_commands import decode_reply
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader

END_OF_RUN = "the end of the run"
"""Why the tables are suspended in the end; any other suspension would be a fault."""
ORDERED_WITHIN_S = 30.0
AT_REST_WITHIN_S = 120.0
QUIET_S = 3.0
PAUSE_S = 0.25


class NeverAtRest(Exception):
    """Tables went on moving; the message says which, and where they stood."""


async def drain(operator: Client, tables: Sequence[TableId]) -> None:
    """Order each table to stand still after its hand. Raises `TimeoutError`."""
    async with asyncio.timeout(ORDERED_WITHIN_S):
        await asyncio.gather(*(_drain(operator, table) for table in tables))


async def _drain(operator: Client, table: TableId) -> None:
    order = encode_order(OrderRequest("end-of-run", "chaos", DrainTable(END_OF_RUN)))
    while True:
        try:
            reply = decode_reply((await operator.request(orders_to(table), order, timeout=2)).data)
        except Exception:  # noqa: BLE001  whatever it is, the same order is given again
            await asyncio.sleep(PAUSE_S)
            continue
        # A table that a fault had suspended stands still already, and is found in the log.
        assert reply.code in ("", "already_suspended"), f"{table} is not drained: {reply.code}"
        return


async def at_rest(reader: CommitReader, tables: Sequence[TableId]) -> None:
    """Wait until no table's version has moved for a while. Raises `NeverAtRest`."""
    seen = await _versions(reader, tables)
    began = since = time.monotonic()
    while time.monotonic() - since < QUIET_S:
        await asyncio.sleep(PAUSE_S)
        now = await _versions(reader, tables)
        if now != seen:
            since = time.monotonic()
            moved = {table: version for table, version in now.items() if version != seen[table]}
            if since - began > AT_REST_WITHIN_S:
                raise NeverAtRest(f"after {AT_REST_WITHIN_S:.0f} s these still move: {moved}")
        seen = now


async def _versions(reader: CommitReader, tables: Sequence[TableId]) -> dict[TableId, int]:
    tails = await asyncio.gather(*(reader.tail(table) for table in tables))
    return {
        table: 0 if tail is None else tail.commit.last_version
        for table, tail in zip(tables, tails, strict=True)
    }
