"""Ten evaluator processes behind one name: a client's load is shared, and killing some loses no request."""

import asyncio
import itertools
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import ClientSession

from riverrun.kernel.cards import cards
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.tasks import end
from tests.support.evaluator import DESCRIPTOR, evaluator_at
from tests.support.name_server import named
from tests.support.nats_server import free_port
from tests.support.patience import LONG_S
from tests.support.service_process import ServiceProcess, service_process
from tests.support.waiting import until

pytestmark = pytest.mark.slow

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 12)]
AT_ONCE = 32
KILLED = 5
HAND = pb.RankRequest(cards=bytes(cards("AhKhQhJhTh2c3d")))
ANSWERED = f'riverrun_grpc_calls_total{{code="OK",method="/{DESCRIPTOR.full_name}/Rank"}}'


@dataclass
class Replicas:
    """The processes, where they answer and what they are called."""

    target: str
    processes: list[ServiceProcess]
    health: list[str]

    async def answered(self, number: int) -> int:
        """How many calls a process has answered by its own count."""
        async with ClientSession() as http, http.get(f"http://{self.health[number]}/metrics") as page:
            lines = (await page.text()).splitlines()
        return sum([int(float(line.split()[-1])) for line in lines if line.startswith(ANSWERED)])

    async def all_answer(self) -> bool:
        """Whether the client has found every one of them."""
        return all([await self.answered(number) for number in range(len(self.processes))])


@asynccontextmanager
async def replicas() -> AsyncIterator[Replicas]:
    port = free_port()
    async with AsyncExitStack() as stack:
        processes = [
            await stack.enter_async_context(
                service_process(
                    "services.evaluator",
                    RIVERRUN_EVALUATOR_HOST=address,
                    RIVERRUN_EVALUATOR_PORT=str(port),
                    RIVERRUN_EVALUATOR_ENGINE="numpy",
                    RIVERRUN_HEALTH_PORT="0",
                )
            )
            for address in ADDRESSES
        ]
        ready = [await process.wait_for("ready") for process in processes]
        target = await stack.enter_async_context(named("evaluator.riverrun.test", port, ADDRESSES))
        yield Replicas(target, processes, [str(one["health"]) for one in ready])


@dataclass
class Load:
    """Clients that ask one question after the other, over one channel."""

    evaluator: Any
    answers: Counter[int] = field(default_factory=Counter)
    enough: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self) -> None:
        """Until cancelled. A request that fails, fails the test."""
        for _ in itertools.count():
            answer = await self.evaluator.Rank(HAND, timeout=LONG_S)
            self.answers[answer.hand.rank] += 1
            if self.answers.total() >= self.enough:
                self.reached.set()

    async def more(self, requests: int) -> None:
        """Go on until so many more are answered."""
        self.enough = self.answers.total() + requests
        self.reached.clear()
        async with asyncio.timeout(LONG_S):
            await self.reached.wait()


@asynccontextmanager
async def loaded(target: str) -> AsyncIterator[Load]:
    async with evaluator_at(target) as evaluator:
        load = Load(evaluator)
        async with asyncio.TaskGroup() as asking:
            tasks = [asking.create_task(load.ask(), name=f"client {i}") for i in range(AT_ONCE)]
            yield load
            await end(*tasks)


async def test_a_clients_load_is_shared_and_killing_some_loses_no_request() -> None:
    async with replicas() as ten, loaded(ten.target) as load:
        await until(ten.all_answer)
        at_first = [await ten.answered(number) for number in range(len(ADDRESSES))]
        await load.more(AT_ONCE * 50)
        before = [await ten.answered(number) for number in range(len(ADDRESSES))]
        shares = [now - then for now, then in zip(before, at_first, strict=True)]
        fair = sum(shares) / len(shares)
        assert all(fair / 2 < count < fair * 2 for count in shares), shares

        # One, and then the others all at the same moment.
        for doomed in (ten.processes[:1], ten.processes[1:KILLED]):
            for process in doomed:
                process.signal(signal.SIGKILL)
            await load.more(AT_ONCE * 50)
        after = [await ten.answered(number) for number in range(KILLED, len(ADDRESSES))]

    assert len(load.answers) == 1, "every answer is right"
    assert sum(after) - sum(before[KILLED:]) > AT_ONCE * 50, "those that live have it all"
