"""One run of everything: start in order, say where it is, keep it going, end in the opposite order."""

import asyncio
import os
import signal
import time
from collections.abc import Coroutine
from typing import Any

import nats.errors

from console.supervisor.choices import Choices
from console.supervisor.data_folder import DataFolder
from console.supervisor.demo_club import DemoClub
from console.supervisor.demo_tables import NO_ANSWER, DemoTables
from console.supervisor.founded_log import founded_log
from console.supervisor.guard import Guard
from console.supervisor.hand_count import tell_hands
from console.supervisor.held_slots import NotHosted, until_slots_held
from console.supervisor.household import Household
from console.supervisor.keeper import CannotStart
from console.supervisor.plan import RECOVERS_WITHIN_S, Plan
from console.supervisor.run_file import Run, write_run
from console.supervisor.screen import Screen
from console.supervisor.welcome import welcome
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import CannotConnect
from riverrun.runtime.nats.streams import UnsafeStream
from riverrun.runtime.tasks import end

_CANNOT_OPEN = (*NO_ANSWER, NotHosted, CannotConnect, UnsafeStream, ApiRefused, nats.errors.Error)


class Runner:
    """Everything that runs on one data folder, whose lock the caller holds."""

    def __init__(self, folder: DataFolder, choices: Choices, screen: Screen, lock: int) -> None:
        self._folder = folder
        self._choices = choices
        self._screen = screen
        self._plan = Plan(folder, choices)
        self._guard = Guard(choices.order_of_ending, lock)
        self._household = Household(folder.logs, self._guard, screen, self._note)
        self._demo = DemoTables(self._plan.gateway_url)
        self._started_ms = time.time_ns() // 1_000_000
        self._stopping = asyncio.Event()

    async def run(self) -> int:
        """Until told to stop; the exit code."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self._signalled)
        reading = asyncio.create_task(self._household.read_along(), name="read along")
        try:
            await self._unless_stopped(self._live())
        except CannotStart as error:
            self._screen.quote(error.service, error.last_words)
            self._screen.say(f"{error}; its log: {self._folder.logs / error.service}.log", "bold red")
            return 1
        except _CANNOT_OPEN as error:
            self._screen.say(f"cannot go on: {error!r}", "bold red")
            return 1
        finally:
            self._stopping.set()
            self._screen.say("ending; what was dealt goes on next time")
            await self._household.stop()
            await end(reading)
            self._guard.close()
            self._folder.run_file.unlink(missing_ok=True)
        self._screen.say("ended")
        return 0

    async def _live(self) -> None:
        await self._start()
        await asyncio.gather(self._household.failed(), tell_hands(self._demo, self._screen))

    async def _start(self) -> None:
        plan, household = self._plan, self._household
        await household.start(plan.nats())
        tables = await founded_log(plan.nats_url, self._folder.passwords())
        await household.start(
            plan.evaluator(),
            plan.insurance(),
            plan.club(),
            *plan.tables(),
            *plan.history(),
            plan.gateway(),
        )
        tables += await self._open_tables(tables)
        if self._choices.bots:
            await household.start(plan.bots(tables))
        self._screen.show(welcome(plan.gateway_url, tables, self._folder.path, self._choices))

    async def _open_tables(self, there: list[TableId]) -> list[TableId]:
        """Return the tables opened besides those that are there, once all of them answer."""
        began = time.monotonic()
        slots = await until_slots_held(self._plan.nats_url, self._folder.passwords(), RECOVERS_WITHIN_S)
        opened = await DemoClub(self._plan.club_target).open(len(there), self._choices.tables)
        tables = [*there, *opened]
        for table in await self._demo.until_answered(tables, RECOVERS_WITHIN_S):
            self._screen.say(f"{table} stands still: its log in {self._folder.logs} says why", "red")
        answer = "1 table answers" if len(tables) == 1 else f"{len(tables)} tables answer"
        self._screen.say(f"all {slots} slots are held, {answer}: {time.monotonic() - began:.1f} s")
        return opened

    async def _unless_stopped(self, living: Coroutine[Any, Any, None]) -> None:
        """Do this until it fails or the run is to stop."""
        life = asyncio.create_task(living, name="live")
        stopping = asyncio.create_task(self._stopping.wait(), name="stopping")
        await asyncio.wait({life, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if life.done():
            life.result()
        await end(life, stopping)

    def _signalled(self) -> None:
        if self._stopping.is_set():
            self._household.kill()
        self._stopping.set()

    def _note(self) -> None:
        """Write down which processes there are now."""
        plan = self._plan
        pids = dict(self._guard.pids)
        run = Run(
            os.getpid(),
            self._started_ms,
            plan.gateway_url,
            plan.nats_url,
            plan.evaluator_target,
            pids,
            plan.insurance_target,
            plan.clickhouse_url,
            plan.history_target,
        )
        try:
            write_run(self._folder.run_file, run)
        except OSError as error:
            # A full disk, most likely: the services are kept all the same.
            self._screen.say(f"cannot write {self._folder.run_file}: {error.strerror}", "yellow")
