"""What waits for one client is bounded, in order, and costs nobody else anything."""

import asyncio

from aiohttp import WSMsgType

from services.gateway.outbox import Outbox
from tests.support.patience import LONG_S


class SlowFrames:
    """Takes frames only while the gate is open; `gone` means that the client has left."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.gate = asyncio.Event()
        self.gone = False

    async def send_frame(self, message: bytes, opcode: WSMsgType, compress: int | None = None) -> None:
        await self.gate.wait()
        if self.gone:
            raise ConnectionResetError
        self.sent.append(message)


async def test_frames_leave_in_the_order_in_which_they_came() -> None:
    frames = SlowFrames()
    frames.gate.set()
    outbox = Outbox(frames, most_bytes=100)
    writing = asyncio.create_task(outbox.run())

    for frame in (b"a", b"b", b"c"):
        outbox.put(frame)
    await outbox.emptied()

    assert frames.sent == [b"a", b"b", b"c"]
    writing.cancel()


async def test_events_find_no_room_behind_too_much_but_answers_do() -> None:
    frames = SlowFrames()
    outbox = Outbox(frames, most_bytes=10)
    writing = asyncio.create_task(outbox.run())

    assert outbox.put_if_room(b"x" * 11)
    assert not outbox.put_if_room(b"event")
    outbox.put(b"answer")
    frames.gate.set()
    await outbox.emptied()

    assert frames.sent == [b"x" * 11, b"answer"]
    assert outbox.put_if_room(b"event")
    writing.cancel()


async def test_nobody_waits_for_a_client_that_is_gone() -> None:
    frames = SlowFrames()
    frames.gone = True
    frames.gate.set()
    outbox = Outbox(frames, most_bytes=10)
    outbox.put(b"a")

    await outbox.run()
    outbox.put(b"b")

    async with asyncio.timeout(LONG_S):
        await outbox.emptied()
    assert frames.sent == []
