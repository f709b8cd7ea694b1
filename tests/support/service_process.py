"""A service as its own process, whose JSON log lines a test reads; a red test shows the last of them."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import Any

from riverrun.runtime.tasks import end
from tests.support.patience import LONG_S
from tests.support.waiting import waiting_for

LAST_LINES = 20
LONGEST_LINE = 16 * 1024 * 1024
LAST_WORDS_S = 5
DRAINS_LONG = {"RIVERRUN_DRAIN_S": str(LONG_S), "RIVERRUN_STOP_WITHIN_S": str(2 * LONG_S)}
"""For who looks at a process that drains; a second signal ends it at once."""


class ServiceProcess:
    """`python -m <module>`, started by `service_process`; what it says is read at once."""

    def __init__(self, module: str, process: asyncio.subprocess.Process) -> None:
        self._module = module
        self._process = process
        self.lines: list[dict[str, Any]] = []
        self.other_output = ""
        self._said: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read(), name=f"what {module} says")

    async def wait_for(self, event: str, within_s: float = LONG_S) -> dict[str, Any]:
        """The next line with this event. Fails when the process ends first, or is late: then it tells why."""
        try:
            async with waiting_for(f"{event!r} of {self._module}", self.told, within_s):
                while (line := await self._said.get()) is not None:
                    if line.get("event") == event:
                        return line
        except AssertionError as late:
            late.add_note(await self._where_it_stands())
            raise
        raise AssertionError(f"no {event!r} from {self.told()}")

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.returncode

    def signal(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Past asyncio, which would take the exit code of one that ends just now, and lose it."""
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)

    async def ended(self, within_s: float = LONG_S) -> int:
        """The exit code; what was logged until then is in `lines`."""
        async with waiting_for(f"the end of {self._module}", self.told, within_s):
            await asyncio.wait({self._reading})
            return await self._process.wait()

    def since_ms(self, event: str) -> float:
        """How long ago it said that, by its own words."""
        told = next(line["timestamp"] for line in self.lines if line["event"] == event)
        return (time.time() - datetime.fromisoformat(told).timestamp()) * 1_000

    def events(self) -> list[str]:
        return [line.get("event", "") for line in self.lines]

    def told(self) -> str:
        """Its last lines, one below the other."""
        lines = [json.dumps(line) for line in self.lines[-LAST_LINES:]]
        return "\n".join((f"{self._module}, exit code {self.returncode}:", *lines, self.other_output))

    async def killed(self) -> None:
        """Gone, and all it said is read."""
        if self.returncode is None:
            self.signal(signal.SIGKILL)
            await self._process.wait()
        # A child of its own may hold the pipe open.
        await asyncio.wait({self._reading}, timeout=LAST_WORDS_S)
        await end(self._reading)
        self._process._transport.close()  # type: ignore[attr-defined]  # nothing else closes such a pipe

    async def _where_it_stands(self) -> str:
        """The stacks of its threads, which it writes as it dies of this signal."""
        if self.returncode is None:
            self.signal(signal.SIGABRT)
            await asyncio.wait({self._reading}, timeout=LAST_WORDS_S)
        return self.other_output

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for raw in self._process.stdout:
            self._said.put_nowait(self._take(raw.decode()))
        self._said.put_nowait(None)

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
        "-X",
        "faulthandler",
        "-m",
        module,
        *arguments,
        env={**clean, "RIVERRUN_LOG_FORMAT": "json", **environ},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=LONGEST_LINE,
    )
    service = ServiceProcess(module, process)
    try:
        yield service
    finally:
        await service.killed()
        # Shown where the test is red.
        sys.stdout.write(service.told() + "\n")
