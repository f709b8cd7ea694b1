"""Requests that may be sent several times: an answer to any sending counts, also one that comes late.

nats-py's own `request` forgets an answer that comes after its time-out, and costs about twice as much.
"""

import asyncio
from collections.abc import Mapping
from itertools import count

from nats.aio.client import Client
from nats.aio.msg import Msg

NO_RESPONDERS = "503"


class ReplyBox:
    """One inbox for all requests of a connection; each request has a number of its own in it."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._address = client.new_inbox()
        self._numbers = count(1)
        self._waiting: dict[str, asyncio.Future[Msg | None]] = {}
        self._open = False
        self._opening = asyncio.Lock()

    def new_address(self) -> str:
        """The reply subject of one request, the same for all its sendings."""
        return f"{self._address}.{next(self._numbers)}"

    async def ask(
        self, address: str, subject: str, data: bytes, headers: Mapping[str, str], patience_s: float
    ) -> Msg | None:
        """Send once and wait; None if no answer to this or an earlier sending came, or nobody listens.

        Raises nats-py's errors when the message cannot be sent.
        """
        if not self._open:
            await self._listen()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Msg | None] = loop.create_future()
        self._waiting[address] = answer
        out_of_patience = loop.call_later(patience_s, _nothing, answer)
        try:
            await self._client.publish(subject, data, reply=address, headers=dict(headers))
            reply = await answer
        finally:
            out_of_patience.cancel()
            del self._waiting[address]
        if reply is not None and reply.headers and reply.headers.get("Status") == NO_RESPONDERS:
            return None
        return reply

    async def _listen(self) -> None:
        async with self._opening:
            if not self._open:
                await self._client.subscribe(
                    f"{self._address}.*", cb=self._heard, pending_msgs_limit=0, pending_bytes_limit=0
                )
                self._open = True

    async def _heard(self, reply: Msg) -> None:
        answer = self._waiting.get(reply.subject)
        if answer is not None and not answer.done():
            answer.set_result(reply)


def _nothing(answer: "asyncio.Future[Msg | None]") -> None:
    if not answer.done():
        answer.set_result(None)
