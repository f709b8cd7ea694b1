"""The tables' log read on and on, noticing where it has lost its end behind the reader's back.

A power cut takes what was acknowledged and not yet flushed. Whoever has read that would wait beyond the end,
and then pass over what was written in its place. So each reading begins with the message that was read last.
"""

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from riverrun.contracts.subjects import ALL_TABLES, TABLES_STREAM
from riverrun.runtime.nats.answers import StoredMessage
from riverrun.runtime.nats.jetstream_api import JetStreamApi

DIGEST_BYTES = 8


class LogCutShort(Exception):
    """The log does not hold any more what was read of it before."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """A message by its place, and by what it said."""

    seq: int
    digest: bytes


class TablesLog:
    """Raises nats-py's errors and `ApiRefused` while the log does not answer."""

    def __init__(self, api: JetStreamApi) -> None:
        self._api = api
        self._last: StoredMessage | None = None
        self.pending = 0
        """How many more the log held when it was last read."""

    @property
    def mark(self) -> Mark | None:
        """The message that was read last."""
        return None if self._last is None else _mark_of(self._last)

    async def ends(self) -> int:
        """The place of the newest message."""
        return (await self._api.state(TABLES_STREAM)).last_seq

    async def holds(self, mark: Mark) -> bool:
        """Whether the same message stands there still, by the log's leader."""
        found = await self._api.message(TABLES_STREAM, {"seq": mark.seq})
        return found is not None and _mark_of(found) == mark

    async def read_from(self, seq: int) -> Sequence[StoredMessage]:
        """The next messages from a place on; who has just read up to there hears `LogCutShort`."""
        last = self._last if self._last is not None and self._last.seq == seq - 1 else None
        batch = await self._api.batch(TABLES_STREAM, ALL_TABLES, seq if last is None else last.seq)
        found: Sequence[StoredMessage] = batch.messages
        self.pending = batch.pending
        # The nearest replica may lag behind what another has told: the leader does not.
        if last is not None and (not found or found[0] != last) and not await self.holds(_mark_of(last)):
            self._last = None
            raise LogCutShort(f"another message stands at {last.seq} now, or none")
        found = [one for one in found if one.seq >= seq]
        if found:
            self._last = found[-1]
        return found


def _mark_of(message: StoredMessage) -> Mark:
    return Mark(message.seq, blake2b(message.data, digest_size=DIGEST_BYTES).digest())
