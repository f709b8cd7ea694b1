"""Appending to one subject of the people's stream, fenced and never left in doubt; reading it in order.

As in the tables' commit store: an append without an answer is sent again, the same bytes under the same
fence, until the log answers; of all sendings at most one can land.
"""

import asyncio
from typing import Protocol

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.contracts.subjects import PEOPLE_STREAM
from riverrun.runtime.nats.answers import (
    ANOTHER_IN_FLIGHT,
    WRONG_LAST_SEQUENCE,
    ApiRefused,
    PublishAnswer,
    StoredMessage,
    decode_publish_answer,
)
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.reply_box import ReplyBox

log = structlog.get_logger(__name__)

FENCE = "Nats-Expected-Last-Subject-Sequence"
PATIENCE_S = 1.5
PAUSE_S = 0.1
GIVE_UP_AFTER = 8
AWAY = (nats.errors.Error, TimeoutError, OSError, ApiRefused)
"""No answer, or one that tells nothing, as while there is no leader."""


class WrittenByAnother(Exception):
    """Another writer was first: read again, decide again."""


class LogAway(Exception):
    """The log does not answer; what was to be appended may be in it or not."""


class Journal(Protocol):
    """The people's stream."""

    async def append(self, subject: str, data: bytes, expected_seq: int) -> int:
        """Append behind the subject's message at that sequence (0: none); its own sequence.

        Raises `WrittenByAnother`, `LogAway`.
        """

    async def last(self, subject: str) -> StoredMessage | None:
        """The subject's last message, by the leader. Raises `LogAway`."""

    async def after(self, subject: str, seq: int, up_to_seq: int) -> list[StoredMessage]:
        """All messages of a subject after a sequence and up to another. Raises `LogAway`."""


class JetStreamJournal:
    """See `Journal`."""

    def __init__(self, client: Client, api_prefix: str) -> None:
        self._api = JetStreamApi(client, api_prefix)
        self._replies = ReplyBox(client)

    async def append(self, subject: str, data: bytes, expected_seq: int) -> int:
        address = self._replies.new_address()
        for attempt in range(GIVE_UP_AFTER):
            if attempt:
                await asyncio.sleep(PAUSE_S)
            answer = await self._send(address, subject, data, expected_seq)
            if answer is None:
                continue
            if answer.error is None:
                return answer.seq
            if answer.error.err_code == WRONG_LAST_SEQUENCE:
                return await self._own_seq(subject, data, expected_seq)
            if answer.error.err_code != ANOTHER_IN_FLIGHT:
                log.warning("append_refused", error=answer.error.description)
        raise LogAway(subject)

    async def last(self, subject: str) -> StoredMessage | None:
        try:
            return await self._api.message(PEOPLE_STREAM, {"last_by_subj": subject})
        except AWAY as error:
            raise LogAway(subject) from error

    async def after(self, subject: str, seq: int, up_to_seq: int) -> list[StoredMessage]:
        found: list[StoredMessage] = []
        try:
            while seq < up_to_seq:
                batch = (await self._api.batch(PEOPLE_STREAM, subject, seq + 1)).messages
                if not batch:
                    # The replica that answered lags: the leader knows.
                    query = {"seq": seq + 1, "next_by_subj": subject}
                    newest = await self._api.message(PEOPLE_STREAM, query)
                    batch = () if newest is None else (newest,)
                if not batch:
                    break
                found += [message for message in batch if message.seq <= up_to_seq]
                seq = batch[-1].seq
        except AWAY as error:
            raise LogAway(subject) from error
        return found

    async def _send(self, address: str, subject: str, data: bytes, fence: int) -> PublishAnswer | None:
        try:
            reply = await self._replies.ask(address, subject, data, {FENCE: str(fence)}, PATIENCE_S)
            return None if reply is None else decode_publish_answer(reply.data)
        except (nats.errors.Error, OSError, msgspec.DecodeError) as error:
            log.warning("append_unanswered", error=repr(error))
            return None

    async def _own_seq(self, subject: str, data: bytes, fence: int) -> int:
        """Ours may have landed on an earlier sending: then it stands first behind the fence."""
        try:
            query = {"seq": fence + 1, "next_by_subj": subject}
            first = await self._api.message(PEOPLE_STREAM, query)
        except AWAY as error:
            raise LogAway(subject) from error
        if first is not None and first.data == data:
            return first.seq
        raise WrittenByAnother(subject)
