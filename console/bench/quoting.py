"""Insurance and evaluator as processes of their own, asked for quotes at a steady pace."""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceStub
from riverrun.runtime.grpc.channel import open_channel

PATIENCE_S = 120


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
    async with _service("evaluator", {"RIVERRUN_EVALUATOR_ENGINE": "numpy"}) as (evaluator, address):
        environment = {
            "RIVERRUN_INSURANCE_EVALUATOR_TARGET": address,
            "RIVERRUN_INSURANCE_EVALUATOR_DEADLINE_MS": "10000",
        }
        async with _service("insurance", environment) as (insurance, target), open_channel(target) as channel:
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
            before = {name: _spent_s(process) for name, process in processes.items()}
            taken = await all_of_them()
            spent = {name: _spent_s(process) - before[name] for name, process in processes.items()}
            return Asked(taken, spent)


@asynccontextmanager
async def _service(name: str, settings: dict[str, str]) -> AsyncIterator[tuple[int, str]]:
    """Its process id and address, once it is ready."""
    ours = {variable: value for variable, value in os.environ.items() if not variable.startswith("RIVERRUN_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"services.{name}",
        env={**ours, "RIVERRUN_LOG_FORMAT": "json", f"RIVERRUN_{name.upper()}_PORT": "0", **settings},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield process.pid, await _address(process.stdout)
    finally:
        process.terminate()
        await process.communicate()  # what it says at its end is read, and not kept


async def _address(lines: asyncio.StreamReader) -> str:
    while raw := await lines.readline():
        line = json.loads(raw)
        if line["event"] == "ready":
            return str(line["grpc"])
    raise AssertionError("the service ended before it was ready")


def _spent_s(process: int) -> float:
    """Processor time; 0 where the system does not tell it."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return 0.0
    fields = told.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
