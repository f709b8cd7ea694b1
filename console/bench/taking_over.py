"""A real table process that finds every slot free, and how long it takes until all tables are hosted."""

import asyncio
import json
import sys
import time

from console.bench.throwaway_log import ThrowawayServer
from riverrun.runtime.nats.users import TABLE

PATIENCE_S = 120


async def time_to_take_over(server: ThrowawayServer, tables: int) -> float:
    """Seconds from the first slot taken until so many tables are hosted; the process is then killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "services.table",
        env=_environment(server),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _watch(process.stdout, tables)
    finally:
        process.kill()
        await process.wait()


async def _watch(lines: asyncio.StreamReader, tables: int) -> float:
    began = 0.0
    while raw := await lines.readline():
        line = json.loads(raw)
        if line["event"] == "slot_taken" and not began:
            began = time.perf_counter()
        elif line["event"] == "tables_taken_over":
            tables -= line["tables"]
            if tables == 0:
                return time.perf_counter() - began
    raise AssertionError("the table process ended")


def _environment(server: ThrowawayServer) -> dict[str, str]:
    return {
        "RIVERRUN_LOG_FORMAT": "json",
        "RIVERRUN_NATS_URL": server.url,
        "RIVERRUN_NATS_PASSWORD": server.passwords[TABLE.password_variable],
        "RIVERRUN_EVALUATOR_TARGET": "127.0.0.1:9",
        "RIVERRUN_LIVE_KEYS": str(server.folder / "live.json"),
        "RIVERRUN_HISTORY_KEYS": str(server.folder / "history.json"),
    }
