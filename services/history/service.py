"""The history service as a part of its process: connects, projects, and begins anew when something breaks."""

import asyncio
from collections.abc import Mapping

from nats.aio.client import Client

from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY
from riverrun.runtime.serving.process import Process
from riverrun.runtime.tasks import end
from services.history.database import Database
from services.history.dying import DieBeforeInsert
from services.history.projection.projector import Pace, Projector
from services.history.projection.told_progress import ToldProgress
from services.history.rests import PASSING, Rests
from services.history.settings import ClickHouseSettings, HistorySettings


class HistoryService:
    """Started after NATS; ClickHouse may come and go."""

    def __init__(self, process: Process, settings: HistorySettings, clickhouse: ClickHouseSettings) -> None:
        self._process = process
        self._settings = settings
        self._database = Database(clickhouse)
        self._client: Client | None = None
        self._projecting: asyncio.Task[None] | None = None
        self._stopping = False
        dies_at = settings.history_die_at
        self._before_each = DieBeforeInsert(int(dies_at)) if dies_at else None

    async def start(self) -> Mapping[str, str]:
        """Connect to NATS; ClickHouse is waited for beside. Raises `CannotConnect`."""
        login = NatsSettings(HISTORY, self._settings.nats_password, self._settings.nats_url)
        self._client = await connect(login, on_closed=self._connection_closed)
        self._process.readiness.wait_for("clickhouse")
        api = JetStreamApi(self._client, HISTORY.api_prefix)
        self._projecting = self._process.guard(self._project(api), "project")
        return {"database": self._database.placement.database}

    async def drain(self) -> None:
        """A batch that is being written comes to its end, or is written again next time."""

    async def stop(self) -> None:
        self._stopping = True
        await end(self._projecting)
        await self._database.apart(self._database.close)
        if self._client is not None:
            await self._client.close()

    async def _project(self, api: JetStreamApi) -> None:
        rests, tell = Rests(), ToldProgress()
        pace = Pace(self._settings.history_batch_events, self._settings.history_batch_ms / 1000)
        while True:
            try:
                await self._database.apart(self._database.connect)
                self._process.readiness.has("clickhouse")
                rests.begun()
                await Projector(api, self._database, pace, tell, self._before_each).run()
            except PASSING as error:
                await rests.after(error)

    def _connection_closed(self) -> None:
        if not self._stopping:
            self._process.fail()
