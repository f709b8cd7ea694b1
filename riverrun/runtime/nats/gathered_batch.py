"""The messages of one batched direct get, as they come."""

import asyncio

from nats.aio.msg import Msg

from riverrun.runtime.nats.answers import ApiError, ApiRefused, Batch, StoredMessage

_SEQUENCE, _SUBJECT, _PENDING = b"Nats-Sequence: ", b"Nats-Subject: ", b"Nats-Num-Pending: "
_STATUS = b"NATS/1.0 "
_LINE_END = b"\r\n"
END_OF_BATCH, NOTHING_FOUND = "204", "404"


class GatheredBatch:
    """Takes messages from a quick client as bytes, or from any other as nats-py makes them."""

    def __init__(self) -> None:
        self._messages: list[StoredMessage] = []
        self._ended: asyncio.Future[tuple[str, int]] = asyncio.get_running_loop().create_future()

    def take(self, headers: bytes, data: bytes) -> None:
        """The next answer; one with a status is the last."""
        if headers.startswith(_STATUS):
            at = len(_STATUS)
            self._end(headers[at : at + 3].decode(), int(_value(headers, _PENDING) or 0))
        else:
            seq, subject = int(_value(headers, _SEQUENCE)), _value(headers, _SUBJECT).decode()
            self._messages.append(StoredMessage(seq, subject, data))

    async def heard(self, reply: Msg) -> None:
        """The same from nats-py."""
        headers = reply.headers or {}
        if "Status" in headers:
            self._end(headers["Status"], int(headers.get("Nats-Num-Pending", "0")))
        else:
            seq, subject = int(headers["Nats-Sequence"]), headers["Nats-Subject"]
            self._messages.append(StoredMessage(seq, subject, reply.data))

    async def whole(self, call: str, timeout_s: float) -> Batch:
        """The batch once it is there. Raises `TimeoutError`, `ApiRefused`."""
        async with asyncio.timeout(timeout_s):
            status, pending = await self._ended
        if status not in (END_OF_BATCH, NOTHING_FOUND):
            raise ApiRefused(call, ApiError(description=f"status {status}"))
        return Batch(tuple(self._messages), pending)

    def _end(self, status: str, pending: int) -> None:
        if not self._ended.done():
            self._ended.set_result((status, pending))


def _value(headers: bytes, name: bytes) -> bytes:
    """A header's value; the server's own come after what the message was stored with."""
    at = headers.rfind(name)
    if at < 0:
        return b""
    at += len(name)
    return headers[at : headers.find(_LINE_END, at)]
