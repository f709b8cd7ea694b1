"""What waits to be sent to one client: bounded, so that who reads slowly costs nobody else anything."""

import asyncio
from collections import deque
from typing import Protocol

from aiohttp import WSMsgType


class Frames(Protocol):
    """The sending side of a WebSocket."""

    async def send_frame(self, message: bytes, opcode: WSMsgType, compress: int | None = None) -> None: ...


class Outbox:
    """Answers always find room, for there are few of them; of events only so many wait."""

    def __init__(self, frames: Frames, most_bytes: int) -> None:
        self._frames = frames
        self._most_bytes = most_bytes
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._something = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._over = False

    def put(self, frame: bytes) -> None:
        """Send this in turn; nothing is sent to who is gone."""
        if self._over:
            return
        self._waiting.append(frame)
        self._bytes += len(frame)
        self._something.set()
        self._empty.clear()

    def put_if_room(self, frame: bytes) -> bool:
        """Send this in turn, unless so much waits already that a snapshot later serves better."""
        if self._bytes > self._most_bytes:
            return False
        self.put(frame)
        return True

    async def emptied(self) -> None:
        """Everything was handed to the connection."""
        await self._empty.wait()

    async def run(self) -> None:
        """Send until the client is gone."""
        try:
            while True:
                await self._something.wait()
                await self._send_all()
        except ConnectionError:
            # The reading side notices too, and ends the connection.
            return
        finally:
            self._over = True
            self._empty.set()

    async def _send_all(self) -> None:
        while self._waiting:
            frame = self._waiting.popleft()
            await self._frames.send_frame(frame, WSMsgType.TEXT)
            self._bytes -= len(frame)
        self._something.clear()
        self._empty.set()
