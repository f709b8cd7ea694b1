"""A service as its own process, whose JSON log lines a test reads; a red test shows the last of them."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.support.patience import LONG_S
from tests.support.waiting import waiting_for

LAST_LINES = 20
LONGEST_LINE = 16 * 1024 * 1024


class ServiceProcess:
    """`python -m <module>`, started by `service_process`."""

    def __init__(self, module: str, process: asyncio.subprocess.Process) -> None:
        self._module = module
        self._process = process
        self.lines: list[dict[str, Any]] = []
        self.other_output = ""

    async def wait_for(self, event: str, within_s: float = LONG_S) -> dict[str, Any]:
        """The next line with this event. Fails when the process ends first, or is late: then it tells why."""
        try:
            async with waiting_for(f"{event!r} of {self._module}", self.told, within_s):
                while raw := await self._output().readline():
                    line = self._take(raw.decode())
                    if line.get("event") == event:
                        return line
        except AssertionError as late:
            late.add_note(await self._where_it_stands())
            raise
        raise AssertionError(f"no {event!r} in {self.told()}")

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.returncode

    def signal(self, number: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(number)

    async def ended(self, within_s: float = LONG_S) -> int:
        """The exit code; what was logged until then is in `lines`."""
        async with waiting_for(f"the end of {self._module}", self.told, within_s):
            await self.read_on()
            return await self._process.wait()

    async def read_on(self) -> None:
        """Take all it says, to its end: else the pipe fills up, and the process stands still."""
        while raw := await self._output().readline():
            self._take(raw.decode())

    def events(self) -> list[str]:
        return [line.get("event", "") for line in self.lines]

    def told(self) -> str:
        """Its last lines, one below the other."""
        lines = [json.dumps(line) for line in self.lines[-LAST_LINES:]]
        return "\n".join((f"{self._module}, ended with {self.returncode}:", *lines, self.other_output))

    async def _where_it_stands(self) -> str:
        """The stacks of its threads, which it writes as it dies of this signal."""
        if self.returncode is None:
            self.signal(signal.SIGABRT)
            await self.read_on()
        return self.other_output

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
        if process.returncode is None:
            process.kill()
            await process.wait()
        # Shown where the test is red.
        sys.stdout.write(service.told() + "\n")
