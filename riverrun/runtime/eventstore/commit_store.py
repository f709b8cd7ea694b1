"""Appending commits: fenced, acknowledged by the log, and never left in doubt.

An append whose acknowledgement does not come may have landed, may land later, or may be lost; reading the log
cannot tell the last two apart. So the same bytes are sent again under the same fence until the log answers:
of all sendings at most one can land, and what the log then says of one of them settles all.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.subjects import commits_of
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore import metrics
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.outcomes import CommitTooLarge, Fenced, Unsettled
from riverrun.runtime.nats.answers import (
    ANOTHER_IN_FLIGHT,
    WRONG_LAST_SEQUENCE,
    ApiError,
    ApiRefused,
    PublishAnswer,
    decode_publish_answer,
)
from riverrun.runtime.nats.reply_box import ReplyBox
from riverrun.runtime.nats.stream_configs import MAX_COMMIT_BYTES

log = structlog.get_logger(__name__)

FENCE = "Nats-Expected-Last-Subject-Sequence"
STALL_S = 1.0
PATIENCE_S = (1.0, 2.0, 4.0)
"""How long the first, second and every later sending may take before the next one."""
LONGEST_PAUSE_S = 0.25

Stalled = Callable[[TableId, float], None]


@dataclass(frozen=True, slots=True)
class _Append:
    commit: Commit
    subject: str
    data: bytes
    fence: int
    reply: str
    started: float

    @property
    def waited_s(self) -> float:
        return time.monotonic() - self.started


class CommitStore:
    """Writes commits. One append of a table at a time is the caller's duty.

    `on_stall(table, seconds)` is called when an append that took over a second is settled: deadlines moved on
    meanwhile.
    """

    def __init__(self, client: Client, reader: CommitReader, on_stall: Stalled | None = None) -> None:
        self._client = client
        self._reader = reader
        self._on_stall = on_stall
        self._in_flight: set[TableId] = set()
        self._closing = asyncio.Event()
        self._replies = ReplyBox(client)

    async def append(self, commit: Commit, expected_seq: int) -> int:
        """Append a commit behind the table's commit at `expected_seq` (0: none); return its own sequence.

        Returns only when the log has answered. Raises `Fenced`, `CommitTooLarge`, and on closing `Unsettled`.
        """
        data = encode_commit(commit)
        if len(data) > MAX_COMMIT_BYTES:
            raise CommitTooLarge(f"{len(data)} bytes, at most {MAX_COMMIT_BYTES}")
        assert commit.table not in self._in_flight, f"two appends of {commit.table} at once"
        self._in_flight.add(commit.table)
        reply = self._replies.new_address()
        append = _Append(commit, commits_of(commit.table), data, expected_seq, reply, time.monotonic())
        try:
            seq = await self._settle(append)
        finally:
            self._in_flight.discard(commit.table)
        self._measure(append)
        return seq

    def close(self) -> None:
        """Let appends in flight end as `Unsettled`, at the latest after their patience."""
        self._closing.set()

    async def _settle(self, append: _Append) -> int:
        attempt = 0
        while True:
            answer = await self._send(append, attempt)
            if answer is not None and answer.error is None:
                return answer.seq
            seq = await self._judge(append, answer.error) if answer is not None and answer.error else None
            if seq is not None:
                return seq
            if self._closing.is_set() or self._client.is_closed:
                raise Unsettled(f"table {append.commit.table}, command {append.commit.command}")
            attempt += 1
            await self._pause(attempt)

    async def _send(self, append: _Append, attempt: int) -> PublishAnswer | None:
        """The log's answer to one sending. None if there was none, which tells nothing."""
        patience_s = PATIENCE_S[min(attempt, len(PATIENCE_S) - 1)]
        headers = {FENCE: str(append.fence)}
        why = "no answer"
        try:
            reply = await self._replies.ask(append.reply, append.subject, append.data, headers, patience_s)
            if reply is not None:
                return decode_publish_answer(reply.data)
        except (nats.errors.Error, OSError, msgspec.DecodeError) as error:
            why = repr(error)
        if attempt & (attempt - 1) == 0:  # 0, 1, 2, 4, 8 … lest an outage fill the log files
            self._warn("append_unanswered", append, why)
        return None

    async def _judge(self, append: _Append, error: ApiError) -> int | None:
        """What a refusal means: our commit's sequence if it had landed before; None if nothing yet."""
        if error.err_code == ANOTHER_IN_FLIGHT:
            return None
        if error.err_code != WRONG_LAST_SEQUENCE:
            self._warn("append_refused", append, error.description)
            return None
        try:
            # The first commit behind the fence is ours or another's, and is there to stay whoever shows it.
            # A server that shows none lags, which is no answer.
            table = append.commit.table
            first = await self._reader.next_from(table, append.fence + 1, timeout_s=1)
            if first is None:
                self._warn("log_behind_fence", append, error.description)
                return None
            if first.data == append.data:
                return first.seq
            tail = await self._reader.tail(table, timeout_s=1)
        except (nats.errors.Error, OSError, ApiRefused) as failure:
            self._warn("tail_unanswered", append, repr(failure))
            return None
        metrics.APPENDS_FENCED.inc()
        raise Fenced(table, tail)

    async def _pause(self, attempt: int) -> None:
        metrics.APPENDS_SENT_AGAIN.inc()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(0.02 * attempt, LONGEST_PAUSE_S)):
                await self._closing.wait()

    def _measure(self, append: _Append) -> None:
        waited_s = append.waited_s
        metrics.APPEND_SECONDS.observe(waited_s)
        if waited_s > STALL_S:
            metrics.APPENDS_STALLED.inc()
            self._warn("append_stalled", append, "")
            if self._on_stall is not None:
                self._on_stall(append.commit.table, waited_s)

    def _warn(self, what: str, append: _Append, error: str) -> None:
        waited_s = round(append.waited_s, 3)
        log.warning(
            what, table=append.commit.table, command=append.commit.command, waited_s=waited_s, error=error
        )
