"""The messages of one batched direct get, as they come, and whether they all came."""

import asyncio

from nats.aio.msg import Msg

from riverrun.runtime.nats.answers import ApiError, ApiRefused, Batch, StoredMessage

_SEQUENCE, _SUBJECT, _PENDING = b"Nats-Sequence: ", b"Nats-Subject: ", b"Nats-Num-Pending: "
_BEFORE = b"Nats-Last-Sequence: "
_STATUS = b"NATS/1.0 "
_LINE_END = b"\r\n"
END_OF_BATCH, NOTHING_FOUND = "204", "404"


class MessagesLost(TimeoutError):
    """Some of a batch never came, as where the connection was lost and was there again before its end."""


class GatheredBatch:
    """Takes messages from a quick client as bytes, or from any other as nats-py makes them.

    Each says which one the server has sent before it: whoever follows a log must not be told of a later
    message without those in between.
    """

    def __init__(self) -> None:
        self._messages: list[StoredMessage] = []
        self._last_seq = 0
        self._ended: asyncio.Future[tuple[str, int]] = asyncio.get_running_loop().create_future()

    def take(self, headers: bytes, data: bytes) -> None:
        """The next answer; one with a status is the last."""
        before = int(_value(headers, _BEFORE) or 0)
        if headers.startswith(_STATUS):
            at = len(_STATUS)
            self._end(headers[at : at + 3].decode(), int(_value(headers, _PENDING) or 0), before)
        else:
            seq, subject = int(_value(headers, _SEQUENCE)), _value(headers, _SUBJECT).decode()
            self._add(StoredMessage(seq, subject, data), before)

    async def heard(self, reply: Msg) -> None:
        """The same from nats-py."""
        headers = reply.headers or {}
        before = int(headers.get("Nats-Last-Sequence", "0"))
        if "Status" in headers:
            self._end(headers["Status"], int(headers.get("Nats-Num-Pending", "0")), before)
        else:
            seq, subject = int(headers["Nats-Sequence"]), headers["Nats-Subject"]
            self._add(StoredMessage(seq, subject, reply.data), before)

    async def whole(self, call: str, timeout_s: float) -> Batch:
        """The batch once it is there. Raises `TimeoutError`, also as `MessagesLost`, and `ApiRefused`."""
        async with asyncio.timeout(timeout_s):
            status, pending = await self._ended
        if status not in (END_OF_BATCH, NOTHING_FOUND):
            raise ApiRefused(call, ApiError(description=f"status {status}"))
        return Batch(tuple(self._messages), pending)

    def _add(self, message: StoredMessage, before: int) -> None:
        if self._follows(before):
            self._messages.append(message)
            self._last_seq = message.seq

    def _end(self, status: str, pending: int, before: int) -> None:
        if (status != END_OF_BATCH or self._follows(before)) and not self._ended.done():
            self._ended.set_result((status, pending))

    def _follows(self, before: int) -> bool:
        """Whether it comes right behind what came; else the batch has failed."""
        if before != self._last_seq and not self._ended.done():
            self._ended.set_exception(MessagesLost(f"after {self._last_seq} came what follows {before}"))
        return before == self._last_seq


def _value(headers: bytes, name: bytes) -> bytes:
    """A header's value; the server's own come after what the message was stored with."""
    at = headers.rfind(name)
    if at < 0:
        return b""
    at += len(name)
    return headers[at : headers.find(_LINE_END, at)]
