"""A service as a process that is killed, stopped, woken and started again; what it says goes to a file."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

READY_S = 60.0
END_S = 20.0


class CannotStart(RuntimeError):
    """The process ended, or was not ready in time; the message says what it said last."""


class Child:
    """`python -m <module>`."""

    def __init__(self, name: str, module: str, environ: Mapping[str, str], folder: Path) -> None:
        self.name = name
        self._module = module
        self._environ = dict(environ)
        self._log = folder / f"{name}.log"
        self._read_from = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self, **more: str) -> dict[str, Any]:
        """Start it and wait until it is ready; its ready line. Raises `CannotStart`."""
        assert not self.alive, f"{self.name} runs"
        clean = {name: value for name, value in os.environ.items() if not name.startswith("RIVERRUN_")}
        self._read_from = self._log.stat().st_size if self._log.exists() else 0
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                env={**clean, "RIVERRUN_LOG_FORMAT": "json", **self._environ, **more},
                stdout=log,
                stderr=log,
            )
        return await self._ready()

    async def _ready(self) -> dict[str, Any]:
        until = time.monotonic() + READY_S
        while self.alive and time.monotonic() < until:
            for line in self.lines():
                if line["event"] == "ready":
                    return line
            await asyncio.sleep(0.05)
        raise CannotStart(f"{self.name}: {self._log.read_text(errors='replace')[-2_000:]}")

    def signal(self, number: signal.Signals) -> None:
        if self.alive and self._process is not None:
            self._process.send_signal(number)

    async def kill(self) -> None:
        """As a crash would."""
        self.signal(signal.SIGKILL)
        await self.ended()

    async def terminate(self) -> int:
        """In order; its exit code."""
        self.signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self, within_s: float = END_S) -> int:
        """Wait for its end. Raises `TimeoutError`."""
        assert self._process is not None, f"{self.name} was never started"
        async with asyncio.timeout(within_s):
            return await self._process.wait()

    def lines(self) -> Iterator[dict[str, Any]]:
        """What the present process has logged."""
        with self._log.open("rb") as log:
            log.seek(self._read_from)
            for raw in log:
                with contextlib.suppress(json.JSONDecodeError):
                    yield json.loads(raw)

    def every_line(self) -> Iterator[dict[str, Any]]:
        """What all processes of that name have logged."""
        with self._log.open("rb") as log:
            for raw in log:
                with contextlib.suppress(json.JSONDecodeError):
                    yield json.loads(raw)
