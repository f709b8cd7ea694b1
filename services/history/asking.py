"""What the servicers ask ClickHouse, with a database that is away as a status."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from grpc import StatusCode
from grpc.aio import ServicerContext

from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.sealing.key_ring import KeyRing
from services.history.database import Database
from services.history.hands.stored_hands import StoredHands
from services.history.hands.told_hand import ToldHand
from services.history.readers import ClickHouseAway, Readers

Context: TypeAlias = ServicerContext[Any, Any]
T = TypeVar("T")

AWAY = "clickhouse_away: the database did not answer"


class Asking:
    """One for the process. Without a history key ring nobody gets his own cards."""

    def __init__(self, readers: Readers, history: KeyRing | None) -> None:
        self._readers = readers
        self._history = history

    async def ask(self, context: Context, question: Callable[[Database], T]) -> T:
        """What the question gives; UNAVAILABLE where nobody answers."""
        try:
            return await self._readers.ask(question)
        except ClickHouseAway:
            await context.abort(StatusCode.UNAVAILABLE, AWAY)
            raise

    async def hand(
        self, context: Context, table: TableId, number: int, viewer: PlayerId = ""
    ) -> ToldHand | None:
        """A finished hand as `viewer` may know it, or everybody (empty); None: there is none."""
        return await self.ask(
            context, lambda database: StoredHands(database, self._history).told(table, number, viewer)
        )
