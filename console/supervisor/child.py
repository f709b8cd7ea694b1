"""One process of ours: started, waited for, asked to end, and made to."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping

from console.supervisor.guard import Guard
from console.supervisor.log_file import LogFile


class Child:
    """A running process, guarded from its first moment to its last."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, guard: Guard) -> None:
        self._name = name
        self._process = process
        self._guard = guard

    @property
    def running(self) -> bool:
        return self._process.returncode is None

    async def ended(self) -> str:
        """Wait for its end, and say what it was."""
        code = await self._process.wait()
        self._guard.release(self._name)
        if code >= 0:
            return f"ended with exit code {code}"
        return f"was killed by {signal.Signals(-code).name}"

    async def stop(self, within_s: float) -> bool:
        """Ask it to end; after a while, end it. Whether it ended by itself."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(within_s):
                await self.ended()
        except TimeoutError:
            self.kill()
            await self.ended()
            return False
        return True

    def kill(self) -> None:
        """End it at once."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()


async def start_child(
    name: str, command: tuple[str, ...], environment: Mapping[str, str], log: LogFile, guard: Guard
) -> Child:
    """Start a process in a session of its own: Ctrl-C is ours to pass on, in the right order."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=log.writer,
        stderr=log.writer,
        env={**os.environ, **environment},
        start_new_session=True,
    )
    guard.hold(name, process.pid)
    return Child(name, process, guard)
