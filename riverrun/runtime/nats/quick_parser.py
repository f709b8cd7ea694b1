"""nats-py's parser, past which messages that come by the thousand go straight to who waits for them."""

from collections.abc import Callable
from typing import Any

from nats.errors import ProtocolError
from nats.protocol.parser import AWAITING_CONTROL_LINE, Parser

Take = Callable[[bytes, bytes], None]
"""Takes a message: its headers as they came, and its data."""

_LINE_END = b"\r\n"


class QuickParser(Parser):
    """Cuts what came into whole operations, and leaves to nats-py all that nobody waits for here."""

    def __init__(self, client: Any) -> None:
        self.takers: dict[bytes, Take] = {}
        """By the subscription's number as the server writes it; only messages with headers are taken."""
        self._half_read: list[bytes] = []
        self._missing = 0
        super().__init__(client)

    def reset(self) -> None:
        """A new connection begins with nothing half read."""
        self._half_read, self._missing = [], 0
        super().reset()

    async def parse(self, data: bytes = b"") -> None:
        """The next bytes from the server. Raises `ProtocolError`."""
        self._missing -= len(data)
        if self._half_read and self._missing > 0:
            # A long message in many pieces is put together once, not at each piece.
            self._half_read.append(data)
            return
        data = b"".join((*self._half_read, data))
        self._half_read, self._missing = [], 0
        if not self.takers:
            await super().parse(data)
            return
        data = await self._after_what_nats_py_began(data)
        try:
            read = await self._operations(data)
        except (ValueError, IndexError) as error:
            raise ProtocolError(f"nats: {error}") from error
        if read < len(data):
            self._half_read = [data[read:]]

    async def _after_what_nats_py_began(self, data: bytes) -> bytes:
        if self.state != AWAITING_CONTROL_LINE:
            missing = self.needed + len(_LINE_END) - len(self.buf)
            await super().parse(data[:missing])
            return data[missing:]
        begun = bytes(self.buf)
        self.buf.clear()
        return begun + data

    async def _operations(self, data: bytes) -> int:
        """Read as many as are there whole; how many bytes these were."""
        at, takers = 0, self.takers
        while (end := data.find(_LINE_END, at)) >= 0:
            line, body = data[at:end], end + 2
            stop = body
            if line.startswith((b"HMSG", b"MSG")):
                words = line.split()
                stop = body + int(words[-1]) + 2
                if stop > len(data):
                    self._missing = stop - len(data)
                    break
                take = takers.get(words[2]) if line.startswith(b"H") else None
                if take is not None:
                    headers_end = body + int(words[-2])
                    take(data[body:headers_end], data[headers_end : stop - 2])
                    at = stop
                    continue
            await super().parse(data[at:stop])
            at = stop
        return at
