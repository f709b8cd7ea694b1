"""Reading JetStream by raw requests: what nats-py lacks, or asks of a replica that may lag."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from riverrun.runtime.nats.answers import (
    NO_MESSAGE_FOUND,
    ApiError,
    ApiRefused,
    Batch,
    StoredMessage,
    StreamState,
    decode_info_answer,
    decode_message_answer,
)
from riverrun.runtime.nats.gathered_batch import NOTHING_FOUND, GatheredBatch
from riverrun.runtime.nats.quick_client import QuickClient

BATCH = 500
"""Messages asked for at once: enough to hide the round trip, few enough to leave the event loop free."""


class JetStreamApi:
    """Reads streams. Raises nats-py's errors (time-outs, no responders) and `ApiRefused`."""

    def __init__(self, client: Client, prefix: str = "$JS.API", timeout_s: float = 5.0) -> None:
        self.client = client
        self._prefix = prefix
        self._timeout_s = timeout_s

    async def message(
        self, stream: str, query: Mapping[str, Any], timeout_s: float | None = None
    ) -> StoredMessage | None:
        """One message, from the stream's leader; None if there is none."""
        call = f"STREAM.MSG.GET.{stream}"
        answer = decode_message_answer((await self._request(call, query, timeout_s)).data)
        if answer.error is not None and answer.error.err_code == NO_MESSAGE_FOUND:
            return None
        if answer.error is not None or answer.message is None:
            raise ApiRefused(call, answer.error or ApiError())
        return StoredMessage(answer.message.seq, answer.message.subject, answer.message.data)

    async def holds(self, stream: str, subject: str) -> bool:
        """Whether there is a message of that very subject, by the nearest replica.

        The call's own name says the subject: a user can be allowed to ask about some and no others.
        """
        call = f"DIRECT.GET.{stream}.{subject}"
        reply = await self.client.request(f"{self._prefix}.{call}", timeout=self._timeout_s)
        status = (reply.headers or {}).get("Status", "")
        if status not in ("", NOTHING_FOUND):
            raise ApiRefused(call, ApiError(description=f"status {status}"))
        return not status

    async def batch(self, stream: str, subject: str, from_seq: int, limit: int = BATCH) -> Batch:
        """The next messages of a subject from the nearest replica, which may not know the newest yet."""
        return await self._direct_get(stream, {"seq": from_seq, "next_by_subj": subject, "batch": limit})

    async def last_of_each(self, stream: str, subject: str) -> list[StoredMessage]:
        """All that match, in a stream that keeps one a subject; of one rewritten meanwhile, the later last.

        They come from the nearest replica, and what it does not know yet from the leader.
        """
        messages: list[StoredMessage] = []
        from_seq = 1
        while True:
            found = (await self.batch(stream, subject, from_seq)).messages
            if not found:
                newest = await self.message(stream, {"seq": from_seq, "next_by_subj": subject})
                if newest is None:
                    return messages
                found = (newest,)
            messages += found
            from_seq = found[-1].seq + 1

    async def state(self, stream: str, subjects: str | None = None) -> StreamState:
        """A stream's state, with all its subjects that match `subjects`, page by page."""
        state, total = await self._info(stream, subjects, 0)
        found = dict(state.subjects)
        while subjects is not None and len(found) < total:
            page, _ = await self._info(stream, subjects, len(found))
            if not page.subjects:
                break
            found.update(page.subjects)
        return msgspec.structs.replace(state, subjects=found)

    async def _info(self, stream: str, subjects: str | None, offset: int) -> tuple[StreamState, int]:
        call = f"STREAM.INFO.{stream}"
        query = {} if subjects is None else {"subjects_filter": subjects, "offset": offset}
        answer = decode_info_answer((await self._request(call, query)).data)
        if answer.error is not None or answer.state is None:
            raise ApiRefused(call, answer.error or ApiError())
        return answer.state, answer.total

    async def _request(self, call: str, query: Mapping[str, Any], timeout_s: float | None = None) -> Msg:
        body = msgspec.json.encode(query)
        return await self.client.request(f"{self._prefix}.{call}", body, timeout=timeout_s or self._timeout_s)

    async def _direct_get(self, stream: str, query: Mapping[str, Any]) -> Batch:
        call = f"{self._prefix}.DIRECT.GET.{stream}"
        gathered, inbox = GatheredBatch(), self.client.new_inbox()
        listening = await self.client.subscribe(
            inbox, cb=gathered.heard, pending_msgs_limit=0, pending_bytes_limit=0
        )
        try:
            with _taking(self.client, listening, gathered):
                await self.client.publish(call, msgspec.json.encode(query), reply=inbox)
                return await gathered.whole(call, self._timeout_s)
        finally:
            await listening.unsubscribe()


def _taking(client: Client, listening: Subscription, gathered: GatheredBatch) -> AbstractContextManager[None]:
    if isinstance(client, QuickClient):
        return client.taking(listening, gathered.take)
    return nullcontext()
