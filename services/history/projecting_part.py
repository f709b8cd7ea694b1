"""What projects into one database, as a part of the history process: begins anew when something breaks."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.serving.process import Process
from riverrun.runtime.tasks import end
from services.history.database import Database
from services.history.log_line import LogLine
from services.history.rests import PASSING, Rests

Project = Callable[[JetStreamApi, Database, Callable[[], None]], Awaitable[None]]
"""Projects for ever, and says so after each batch that it has written."""


class ProjectingPart:
    """Started after the line to the log; ClickHouse may come and go. Waits until `behind` is connected."""

    def __init__(
        self,
        told_as: str,
        process: Process,
        line: LogLine,
        database: Database,
        project: Project,
        behind: "ProjectingPart | None" = None,
    ) -> None:
        self._name = database.placement.database
        self._process = process
        self._line = line
        self._database = database
        self._project = project
        self._told_as = told_as
        self._behind = behind
        self._rests = Rests(self._name, process.readiness)
        self.connected = asyncio.Event()
        self._projecting: asyncio.Task[None] | None = None

    async def start(self) -> Mapping[str, str]:
        """ClickHouse is waited for beside."""
        self._process.readiness.wait_for(f"clickhouse: {self._name}")
        self._projecting = self._process.guard(self._run(), f"project into {self._name}")
        return {self._told_as: self._name}

    async def drain(self) -> None:
        """A batch that is being written comes to its end, or is written again next time."""

    async def stop(self) -> None:
        await end(self._projecting)
        await self._database.apart(self._database.close)

    async def _run(self) -> None:
        if self._behind is not None:
            await self._behind.connected.wait()
        while True:
            try:
                await self._database.apart(self._database.connect)
                self.connected.set()
                self._process.readiness.has(f"clickhouse: {self._name}")
                self._rests.begun()
                await self._project(self._line.api, self._database, self._rests.went_on)
            except PASSING as error:
                await self._rests.after(error)
