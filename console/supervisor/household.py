"""All services together: started in order, kept, read along, and ended in the opposite order."""

import asyncio
import contextlib
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from console.supervisor.guard import Guard
from console.supervisor.keeper import Keeper
from console.supervisor.kind import kind_of
from console.supervisor.log_file import LogFile
from console.supervisor.screen import Screen
from console.supervisor.service import Service

READ_ALONG_S = 0.2


class Household:
    """The keepers of all services. `changed` is called when a process comes."""

    def __init__(self, logs: Path, guard: Guard, screen: Screen, changed: Callable[[], None]) -> None:
        self._logs = logs
        self._guard = guard
        self._screen = screen
        self._changed = changed
        self._keepers: list[Keeper] = []

    async def start(self, *services: Service) -> None:
        """Start services side by side and wait until all are ready. Raises the first `CannotStart`."""
        keepers = [self._keeper(service) for service in services]
        self._keepers += keepers
        try:
            async with asyncio.TaskGroup() as starting:
                for keeper in keepers:
                    starting.create_task(keeper.start(), name=f"start {keeper.service.name}")
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def stop(self) -> None:
        """End all, the last one started first: whoever uses another ends before it.

        Several of a kind end side by side, so that none takes over what the next one is to give up.
        """
        for _, alike in groupby(reversed(self._keepers), lambda keeper: kind_of(keeper.service.name)):
            keepers = list(alike)
            await asyncio.gather(*(keeper.stop() for keeper in keepers))
            for keeper in keepers:
                self._read(keeper)
                keeper.log.close()

    def kill(self) -> None:
        """End all at once: somebody is in a hurry."""
        for keeper in self._keepers:
            keeper.kill()

    async def read_along(self) -> None:
        """Show the services' lines as they come."""
        while True:
            for keeper in self._keepers:
                self._read(keeper)
            await asyncio.sleep(READ_ALONG_S)

    async def failed(self) -> None:
        """Wait until keeping a service fails for a reason of our own, and raise it."""
        waiting = [asyncio.create_task(keeper.failed()) for keeper in self._keepers]
        try:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for one in waiting:
                one.cancel()

    def _keeper(self, service: Service) -> Keeper:
        log = LogFile(self._logs / f"{service.name}.log")
        return Keeper(service, log, self._guard, self._screen, self._changed)

    def _read(self, keeper: Keeper) -> None:
        with contextlib.suppress(FileNotFoundError):
            for line in keeper.log.new_lines():
                self._screen.hear(keeper.service.name, line)
