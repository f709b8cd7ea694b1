"""Insurance and evaluator as processes of their own, asked for quotes at a steady pace."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from console.bench.measured_process import PATIENCE_S, service
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceStub
from riverrun.runtime.grpc.channel import open_channel


@dataclass(frozen=True)
class Asked:
    """Seconds that each quote took, in rising order, and processor seconds that the services spent."""

    taken: list[float]
    spent: dict[str, float]

    def within(self, part: float) -> float:
        """So many of all were answered within so many seconds."""
        return self.taken[min(len(self.taken) - 1, int(len(self.taken) * part))]


async def asked_at(pace: int, requests: Sequence[pb.QuoteRequest]) -> Asked:
    """Ask these so many times a second, whether or not the last one was answered; once before to warm up."""
    own = {"RIVERRUN_EVALUATOR_PORT": "0", "RIVERRUN_EVALUATOR_ENGINE": "numpy"}
    async with service("evaluator", own) as (evaluator, address):
        environment = {
            "RIVERRUN_INSURANCE_PORT": "0",
            "RIVERRUN_INSURANCE_EVALUATOR_TARGET": address,
            "RIVERRUN_INSURANCE_EVALUATOR_DEADLINE_MS": "10000",
        }
        async with service("insurance", environment) as (insurance, target), open_channel(target) as channel:
            stub = InsuranceStub(channel)

            async def one(request: pb.QuoteRequest) -> float:
                started = time.perf_counter()
                await stub.Quote(request, timeout=PATIENCE_S)
                return time.perf_counter() - started

            async def all_of_them() -> list[float]:
                began, asked = time.perf_counter(), []
                for at, request in enumerate(requests):
                    await asyncio.sleep(max(0, began + at / pace - time.perf_counter()))
                    asked.append(asyncio.create_task(one(request), name=f"quote {at}"))
                return sorted(await asyncio.gather(*asked))

            await all_of_them()
            processes = {"evaluator": evaluator, "insurance": insurance}
            before = {name: process.spent_s for name, process in processes.items()}
            taken = await all_of_them()
            spent = {name: process.spent_s - before[name] for name, process in processes.items()}
            return Asked(taken, spent)
