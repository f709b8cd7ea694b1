"""What the projector is about to write: the position lives in ClickHouse alone (DESIGN, "History")."""

import time
from dataclasses import dataclass

from riverrun.contracts.subjects import TABLES_STREAM
from services.history.database import Database
from services.history.projection.context import Context, decode_context
from services.history.projection.followed_tables import OpenHand
from services.history.projection.hand_rows import Rows

STREAM = TABLES_STREAM


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """The commits of a batch, both ends included, and the hands that were in progress before it."""

    from_seq: int
    to_seq: int
    events: int
    open_hands: tuple[OpenHand, ...]
    stream: str = STREAM

    @property
    def own_token(self) -> str:
        """The same for all plans that begin there: ClickHouse keeps the first, whoever else planned too."""
        return f"plans:{self.stream}:{self.from_seq}-"

    def token(self, table: str) -> str:
        """The same for the same batch, however often it is written."""
        return f"{table}:{self.stream}:{self.from_seq}-{self.to_seq}"


class Overtaken(RuntimeError):
    """Another projector has written since, or everything was dropped: begin anew from what is there."""


class Plans:
    """Reads and writes plans and what must be known to redo one."""

    def __init__(self, database: Database, stream: str = STREAM) -> None:
        self._database = database
        self._stream = stream

    def last(self) -> BatchPlan | None:
        """The last plan; its rows may not all be written."""
        found = self._database.query(
            "SELECT from_seq, to_seq, events, open_tables, open_from FROM plans"
            " WHERE stream = {stream:String} ORDER BY to_seq DESC LIMIT 1",
            {"stream": self._stream},
        )
        if not found:
            return None
        (row,) = found
        pairs = zip(row["open_tables"], row["open_from"], strict=True)
        hands = tuple(OpenHand(table, from_seq) for table, from_seq in pairs)
        return BatchPlan(row["from_seq"], row["to_seq"], row["events"], hands, self._stream)

    def position(self) -> int:
        """Up to which commit rows are planned; 0: nothing yet."""
        (row,) = self._database.query(
            "SELECT max(to_seq) AS position FROM plans WHERE stream = {stream:String}",
            {"stream": self._stream},
        )
        return int(row["position"])

    def contexts(self, before_seq: int, table: str = "") -> dict[str, Context]:
        """The newest context of each table, or of one, from before a place in the log."""
        found = self._database.query(
            "SELECT table_id, argMax(context, seq) AS newest FROM contexts WHERE seq < {before:UInt64}"
            " AND ({table:String} = '' OR table_id = {table:String}) GROUP BY table_id",
            {"before": before_seq, "table": table},
        )
        return {row["table_id"]: decode_context(row["newest"]) for row in found}

    def write(self, plan: BatchPlan, rows: Rows, before_each: "BeforeInsert") -> None:
        """The plan first, then each table's rows under a token of its own. Raises `Overtaken`.

        Of two projectors that plan from the same place one finds the other's plan there, and writes no rows.
        """
        tables = [one.table for one in plan.open_hands]
        starts = [one.from_seq for one in plan.open_hands]
        written_ms = int(time.time() * 1000)
        row = (plan.stream, plan.from_seq, plan.to_seq, plan.events, tables, starts, written_ms)
        before_each()
        self._database.insert("plans", [row], plan.own_token)
        self._require_kept(plan)
        for table in sorted(rows):
            if rows[table]:
                before_each()
                self._database.insert(table, rows[table], plan.token(table))

    def _require_kept(self, plan: BatchPlan) -> None:
        kept = self._database.query(
            "SELECT DISTINCT to_seq FROM plans WHERE stream = {stream:String} AND from_seq = {from:UInt64}",
            {"stream": plan.stream, "from": plan.from_seq},
        )
        if [row["to_seq"] for row in kept] != [plan.to_seq]:
            raise Overtaken(f"another projector has planned from {plan.from_seq}")


class BeforeInsert:
    """Does nothing; in tests of crashes it ends the process before the insert of a given number."""

    def __call__(self) -> None:
        pass
