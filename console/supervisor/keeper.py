"""Keeps one service running: waits until it is ready, and starts it again when it ends."""

import asyncio
import time
from collections.abc import Callable

from console.supervisor.child import Child, start_child
from console.supervisor.guard import Guard
from console.supervisor.log_file import LogFile
from console.supervisor.log_line import printable
from console.supervisor.screen import Screen
from console.supervisor.service import Service, is_ready
from riverrun.runtime.tasks import end

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
LIVED_WELL_S = 10.0
"""A service that ran this long starts again at once, as after its first end."""
LAST_WORDS = 12
POLL_S = 0.1
TELLS_EVERY_S = 15.0
"""How often a service that takes long to get ready is mentioned."""


class CannotStart(RuntimeError):
    """A service did not get ready on its first start; its last lines say why."""

    def __init__(self, service: str, why: str, last_words: list[str]) -> None:
        super().__init__(f"{service} {why}")
        self.service = service
        self.last_words = last_words


class Keeper:
    """One service and its process. `changed` is called when the process is another."""

    def __init__(
        self, service: Service, log: LogFile, guard: Guard, screen: Screen, changed: Callable[[], None]
    ) -> None:
        self.service = service
        self.log = log
        self._guard = guard
        self._screen = screen
        self._changed = changed
        self._child: Child | None = None
        self._launching: asyncio.Task[Child] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._ailed = ""
        self._hurried = False

    async def start(self) -> None:
        """Start the service and wait until it is ready; from then on it is kept. Raises `CannotStart`."""
        began = time.monotonic()
        child = await self._launch()
        why = await self._wait_until_ready(child)
        if why is not None:
            raise CannotStart(self.service.name, why, self.log.last_lines(LAST_WORDS))
        self._screen.say(f"ready after {time.monotonic() - began:.1f} s", about=self.service.name)
        self._keeping = asyncio.create_task(self._keep(child), name=f"keep {self.service.name}")

    async def stop(self) -> None:
        """Start it no more, and end what runs."""
        if self._keeping is not None:
            await end(self._keeping)
        if self._launching is not None:
            # A process that was being started just now is ours as well.
            self._child = await self._launching
        if self._child is None or not self._child.running:
            return
        if not await self._child.stop(self.service.ends_within_s):
            self._screen.say(
                f"did not end within {self.service.ends_within_s:.0f} s and was killed",
                "yellow",
                about=self.service.name,
            )

    def kill(self) -> None:
        """End it at once, and start it no more; `stop` is then quick."""
        self._hurried = True
        if self._child is not None:
            self._child.kill()

    async def failed(self) -> None:
        """Wait for ever, unless keeping itself fails: then raise what it raised."""
        assert self._keeping is not None, "not started"
        await asyncio.shield(self._keeping)

    async def _keep(self, child: Child) -> None:
        pause_s = FIRST_PAUSE_S
        began = time.monotonic()
        while True:
            how = await self._life(child)
            if self._hurried:
                return
            if time.monotonic() - began > LIVED_WELL_S:
                pause_s = FIRST_PAUSE_S
            name = self.service.name
            self._screen.say(f"{how}; starting it again in {pause_s:.1f} s", "yellow", about=name)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            began = time.monotonic()
            child = await self._launch()
            why = await self._wait_until_ready(child)
            if why is None:
                self._screen.say(f"ready again after {time.monotonic() - began:.1f} s", "green", about=name)
                continue
            self._screen.quote(name, self.log.last_lines(LAST_WORDS))
            self._screen.say(why, "red", about=name)
            child.kill()

    async def _life(self, child: Child) -> str:
        """Wait for its end, which may be ours to bring about; what it was."""
        name = self.service.name
        ending = asyncio.create_task(child.ended(), name=f"the end of {name}")
        watching = asyncio.create_task(self._watch(child), name=f"the health of {name}")
        try:
            done, _ = await asyncio.wait({ending, watching}, return_when=asyncio.FIRST_COMPLETED)
            if watching in done:
                watching.result()
            return await ending
        finally:
            await end(ending, watching)

    async def _watch(self, child: Child) -> None:
        """End a process that lives on and does not work, once a new one would."""
        health, name = self.service.health, self.service.name
        if health is None:
            return
        ailment = await health.lost(self._ailed)
        self._ailed = ""
        self._screen.say(f"does not work: {printable(ailment)}", "red", about=name)
        if not health.has_room:
            self._screen.say("the disk is full; starting it again once there is room", "red", about=name)
            await health.room()
        self._screen.say("ending it, for only a new start mends that", "yellow", about=name)
        self._ailed = ailment
        await child.stop(self.service.ends_within_s)

    async def _launch(self) -> Child:
        service = self.service
        starting = start_child(service.name, service.command, service.environment, self.log, self._guard)
        self._launching = asyncio.create_task(starting, name=f"launch {service.name}")
        self._child = await asyncio.shield(self._launching)
        self._changed()
        return self._child

    async def _wait_until_ready(self, child: Child) -> str | None:
        """None once the service is ready, else why it will not be."""
        began = time.monotonic()
        told_s = 0.0
        while child.running:
            if await is_ready(self.service):
                return None
            waited_s = time.monotonic() - began
            if waited_s > self.service.ready_within_s:
                return f"was not ready within {self.service.ready_within_s:.0f} s"
            if waited_s >= told_s + TELLS_EVERY_S:
                told_s = waited_s
                why = f" ({self.service.starts_slowly})" if self.service.starts_slowly else ""
                self._screen.say(
                    f"still getting ready after {waited_s:.0f} s{why}", "dim", about=self.service.name
                )
            await asyncio.sleep(POLL_S)
        return await child.ended()
