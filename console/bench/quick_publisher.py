"""Publishes operations of NATS's protocol as they are: faster than any client could make them."""

import asyncio
import json
from urllib.parse import urlsplit

from riverrun.runtime.nats.users import User

AHEAD = 3
"""Answers that may be owed: JetStream drops what more than 10,000 messages wait before."""
PATIENCE_S = 60


class PublishingFailed(RuntimeError):
    """The server said something else than that it has stored what it got."""


class QuickPublisher:
    """A connection under a user's name that only publishes."""

    def __init__(self, url: str, user: User, password: str) -> None:
        self._url = urlsplit(url)
        self._login = {"user": user.name, "pass": password, "verbose": False, "pedantic": False, "lang": "-"}
        self.answer_to = f"{user.inbox_prefix}.published"
        self._owed = 0
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Log in. Raises `OSError`."""
        self._reader, self._writer = await asyncio.open_connection(self._url.hostname, self._url.port)
        await self._reader.readline()
        login = json.dumps(self._login)
        self._writer.write(f"CONNECT {login}\r\nSUB {self.answer_to} 1\r\nPING\r\n".encode())
        async with asyncio.timeout(PATIENCE_S):
            while not (await self._reader.readline()).startswith(b"PONG"):
                pass

    async def publish(self, part: bytes) -> None:
        """Send operations of which the last asks for an answer. Raises `PublishingFailed`."""
        self._writer.write(part)
        await self._writer.drain()
        self._owed += 1
        await self._answers(AHEAD)

    async def close(self) -> None:
        """Wait for the answers owed, and hang up."""
        await self._answers(0)
        self._writer.close()
        await self._writer.wait_closed()

    async def _answers(self, owed: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self._owed > owed:
                line = await self._reader.readline()
                if line.startswith(b"PING"):
                    self._writer.write(b"PONG\r\n")
                elif line.startswith(b"MSG"):
                    answer = json.loads(await self._reader.readexactly(int(line.split()[-1]) + 2))
                    if "error" in answer:
                        raise PublishingFailed(answer["error"])
                    self._owed -= 1
                elif not line.startswith(b"INFO"):
                    raise PublishingFailed(line.decode() or "the server hung up")
