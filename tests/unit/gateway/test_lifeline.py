"""A gateway leaves a server that is cut off from its peers, and stays with one that answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import nats.errors

from riverrun.runtime.tasks import end
from services.gateway.lifeline import Lifeline
from tests.support.clock import FakeClock


@dataclass
class Servers:
    """Answer or not, and are left."""

    clock: FakeClock
    answer: bool = True
    left: list[float] = field(default_factory=list)

    async def ask(self) -> None:
        if not self.answer:
            raise nats.errors.TimeoutError

    async def leave(self) -> None:
        self.left.append(self.clock.monotonic_s())


@asynccontextmanager
async def watched() -> AsyncIterator[tuple[Servers, FakeClock]]:
    clock = FakeClock()
    servers = Servers(clock)
    running = asyncio.create_task(Lifeline(servers.ask, servers.leave, clock).run())
    try:
        yield servers, clock
    finally:
        await end(running)


async def test_a_server_that_answers_is_kept() -> None:
    async with watched() as (servers, clock):
        await clock.advance(60)
        assert servers.left == []


async def test_an_election_of_a_few_seconds_is_waited_for() -> None:
    async with watched() as (servers, clock):
        await clock.advance(10)
        servers.answer = False
        await clock.advance(4)
        servers.answer = True
        await clock.advance(30)
        assert servers.left == []


async def test_a_server_that_does_not_answer_for_long_is_left_and_so_is_the_next() -> None:
    async with watched() as (servers, clock):
        await clock.advance(10)
        servers.answer = False
        await clock.advance(13)
        assert servers.left == [16.0, 22.0]
