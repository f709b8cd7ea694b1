"""Whoever has a seat sees his table whatever his club says, and without a seat only whom the club lets."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Literal

import msgspec
import pytest

from services.gateway.caller import Caller
from services.gateway.feeds import Heard
from services.gateway.outbox import Outbox
from services.gateway.refusals import MembersOnly
from services.gateway.tables import Standing
from services.gateway.watch import Watch

TABLE = "s0-club"
BOB = Caller("bob", "Bob", "s-1")


class House:
    """Table, feeds, talk and presence, as one watch sees them; Bob is a member and has a seat at first."""

    def __init__(self) -> None:
        self.channel: Literal["public", "player"] = "player"
        self.is_member = True
        self.ended: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.outbox = Outbox(self, 10_000)
        self.tasks: set[asyncio.Task[None]] = set()
        anything: Any = self
        self.watch = Watch(
            TABLE,
            BOB,
            anything,
            anything,
            anything,
            anything,
            (),
            self.look,
            self.outbox,
            self.start,
            self.ended.append,
            lambda *_: None,
        )

    async def send_frame(self, message: bytes, *_: object) -> None:
        self.sent.append(msgspec.json.decode(message))

    async def standing(self, *_: object, patience_s: float | None = None) -> Standing:
        return Standing("f1", 7, self.channel, 0, msgspec.Raw(b"{}"))

    async def look(self, table: str) -> None:
        if not self.is_member:
            raise MembersOnly

    async def listen(self, *_: object) -> None: ...

    async def leave(self, *_: object) -> None: ...

    def come(self, *_: object) -> None: ...

    def leave_quietly(self, *_: object) -> None: ...

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        return task

    async def told(self) -> list[str]:
        """The types of what was sent since the last time, once nothing is under way."""
        while True:
            await self.outbox._send_all()
            under_way = [task for task in self.tasks if not task.done()]
            if not under_way:
                break
            await asyncio.sleep(0)
        await self.outbox._send_all()
        told = [message.get("code") or message["type"] for message in self.sent]
        self.sent.clear()
        return told

    def stood_up(self) -> Heard:
        self.channel = "public"
        frame = b'{"type":"events"}'
        return Heard(f"views.{TABLE}.player.bob", "f1", 8, ("bob",), frame)


@pytest.fixture
async def house() -> House:
    house = House()
    await house.watch.open(b'{"type":"ack"}')
    assert await house.told() == ["ack", "snapshot"]
    return house


async def test_who_is_removed_plays_on_in_his_seat_and_sees_no_more_once_he_is_stood_up(
    house: House,
) -> None:
    house.is_member = False
    house.watch.look_again()
    assert await house.told() == ["snapshot"]

    house.watch.hear(house.stood_up())

    assert await house.told() == ["events", "members_only"]
    assert house.ended == [TABLE]


async def test_who_only_looks_on_and_is_removed_sees_no_more(house: House) -> None:
    house.watch.hear(house.stood_up())
    assert await house.told() == ["events", "snapshot"]

    house.is_member = False
    house.watch.look_again()
    house.watch.hear_talk("ann", b'{"type":"talk"}')

    assert await house.told() == ["members_only"]
    assert house.ended == [TABLE]


async def test_who_is_removed_while_the_table_is_being_asked_sees_no_more(house: House) -> None:
    house.watch.hear(house.stood_up())
    house.is_member = False
    house.watch.look_again()

    assert (await house.told())[-1] == "members_only"


async def test_a_stranger_sees_nothing() -> None:
    house = House()
    house.channel, house.is_member = "public", False
    with pytest.raises(MembersOnly):
        await house.watch.open(b'{"type":"ack"}')
    assert await house.told() == []
