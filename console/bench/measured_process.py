"""A service as a process of its own, and what it takes of the machine."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 120


@dataclass(frozen=True)
class MeasuredProcess:
    """Figures are 0 where the system does not tell them."""

    pid: int

    @property
    def spent_s(self) -> float:
        """Processor time so far."""
        told = Path(f"/proc/{self.pid}/stat")
        if not told.exists():
            return 0.0
        fields = told.read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def peak_mb(self) -> float:
        """The most resident memory it ever held."""
        told = Path(f"/proc/{self.pid}/status")
        if not told.exists():
            return 0.0
        lines = dict(line.split(":", 1) for line in told.read_text().splitlines() if ":" in line)
        return int(lines["VmHWM"].split()[0]) / 1024


@asynccontextmanager
async def service(
    module: str, settings: Mapping[str, str], says: str = "grpc"
) -> AsyncIterator[tuple[MeasuredProcess, str]]:
    """`services.<module>` and what its ready line says, once it is ready."""
    ours = {variable: value for variable, value in os.environ.items() if not variable.startswith("RIVERRUN_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"services.{module}",
        env={**ours, "RIVERRUN_LOG_FORMAT": "json", **settings},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            said = await _ready_line(process.stdout)
        yield MeasuredProcess(process.pid), said[says]
    finally:
        with suppress(ProcessLookupError):  # killed by whoever measures
            process.terminate()
        await process.communicate()  # what it says at its end is read, and not kept


async def _ready_line(lines: asyncio.StreamReader) -> dict[str, str]:
    while raw := await lines.readline():
        line: dict[str, str] = json.loads(raw)
        if line["event"] == "ready":
            return line
    raise AssertionError("the service ended before it was ready")
