"""Follows imported hands into ClickHouse: a message is a whole hand, so that nothing is ever open."""

import asyncio
from collections.abc import Callable, Sequence

from riverrun.contracts.commits import decode_commit
from riverrun.contracts.subjects import ALL_IMPORTED, IMPORTED_STREAM
from riverrun.runtime.nats.answers import StoredMessage
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.history.database import Database
from services.history.projection.followed_tables import FollowedTables
from services.history.projection.hand_rows import Rows
from services.history.projection.plans import BatchPlan, BeforeInsert, Overtaken, Plans

AT_ONCE = 500
IDLE_S = 1.0


class ImportProjector:
    """One at a time. Raises nats-py's errors, `DatabaseFailed`, `Overtaken`; starting anew mends all."""

    def __init__(
        self, api: JetStreamApi, database: Database, tell: Callable[[int], None] = lambda _: None
    ) -> None:
        self._api = api
        self._database = database
        self._tell = tell
        self._plans = Plans(database, IMPORTED_STREAM)
        self._position = 0

    async def run(self, until: int | None = None) -> None:
        """Project for ever, or until the hand of that sequence is written."""
        await self._redo_last()
        while until is None or self._position < until:
            messages = await self._after(self._position)
            if await self._database.apart(self._plans.position) != self._position:
                raise Overtaken("the plans in ClickHouse are not this projector's")
            if not messages:
                await asyncio.sleep(IDLE_S)
                continue
            plan = BatchPlan(self._position + 1, messages[-1].seq, len(messages), (), IMPORTED_STREAM)
            await self._write(plan, messages)

    async def _redo_last(self) -> None:
        """Its rows may not all be there; those that are go in no second time."""
        plan = await self._database.apart(self._plans.last)
        if plan is not None:
            messages = [one for one in await self._after(plan.from_seq - 1) if one.seq <= plan.to_seq]
            if not messages or messages[-1].seq < plan.to_seq:
                # Of a replica that is behind: under the plan's tokens a part would be all, for good.
                raise Overtaken(f"the log does not tell all that was planned up to {plan.to_seq}")
            await self._write(plan, messages)

    async def _after(self, seq: int) -> Sequence[StoredMessage]:
        return (await self._api.batch(IMPORTED_STREAM, ALL_IMPORTED, seq + 1, AT_ONCE)).messages

    async def _write(self, plan: BatchPlan, messages: Sequence[StoredMessage]) -> None:
        await self._database.apart(self._plans.write, plan, rows_of(messages), BeforeInsert())
        self._position = plan.to_seq
        self._tell(plan.to_seq)


def rows_of(messages: Sequence[StoredMessage]) -> Rows:
    """What imported hands leave in history."""
    tables = FollowedTables()
    for message in messages:
        tables.take(message.seq, decode_commit(message.data))
    return tables.emptied()
