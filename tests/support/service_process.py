"""A service as its own process, whose JSON log lines a test reads."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any


class ServiceProcess:
    """`python -m <module>`, started by `service_process`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: list[dict[str, Any]] = []
        self.other_output = ""

    async def wait_for(self, event: str, within_s: float = 20) -> dict[str, Any]:
        """The next line with this event. Fails when the process ends first."""
        async with asyncio.timeout(within_s):
            while raw := await self._output().readline():
                line = self._take(raw.decode())
                if line.get("event") == event:
                    return line
        raise AssertionError(f"no {event!r} in {self.lines} {self.other_output}")

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.returncode

    def signal(self, number: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(number)

    async def ended(self, within_s: float = 20) -> int:
        """The exit code; what was logged until then is in `lines`."""
        async with asyncio.timeout(within_s):
            while raw := await self._output().readline():
                self._take(raw.decode())
            return await self._process.wait()

    def events(self) -> list[str]:
        return [line.get("event", "") for line in self.lines]

    def _output(self) -> asyncio.StreamReader:
        assert self._process.stdout is not None
        return self._process.stdout

    def _take(self, text: str) -> dict[str, Any]:
        if not text.startswith("{"):
            self.other_output += text
            return {"event": text.strip()}
        self.lines.append(json.loads(text))
        return self.lines[-1]


@asynccontextmanager
async def service_process(module: str, *arguments: str, **environ: str) -> AsyncIterator[ServiceProcess]:
    """Run a module until the test is over; nothing of the surrounding `RIVERRUN_*` reaches it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("RIVERRUN_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        env={**clean, "RIVERRUN_LOG_FORMAT": "json", **environ},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield ServiceProcess(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
