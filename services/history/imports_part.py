"""The imported hands' part of the history process: projects them beside our own."""

import asyncio
from collections.abc import Mapping

from nats.aio.client import Client

from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY
from riverrun.runtime.serving.process import Process
from riverrun.runtime.tasks import end
from services.history.database import Database
from services.history.imports.projecting import ImportProjector
from services.history.rests import PASSING, Rests
from services.history.settings import ClickHouseSettings, HistorySettings


class ImportsPart:
    """Started after NATS; ClickHouse may come and go."""

    def __init__(self, process: Process, settings: HistorySettings, clickhouse: ClickHouseSettings) -> None:
        self._process = process
        self._settings = settings
        self._database = Database(clickhouse.imported)
        self._client: Client | None = None
        self._projecting: asyncio.Task[None] | None = None
        self._stopping = False

    async def start(self) -> Mapping[str, str]:
        """Connect to NATS; ClickHouse is waited for beside. Raises `CannotConnect`."""
        login = NatsSettings(HISTORY, self._settings.nats_password, self._settings.nats_url)
        self._client = client = await connect(login, on_closed=self._connection_closed)
        api = JetStreamApi(client, HISTORY.api_prefix)
        self._projecting = self._process.guard(self._project(api), "project imported hands")
        return {"imported": self._database.placement.database}

    async def drain(self) -> None:
        """A batch that is being written comes to its end, or is written again next time."""

    async def stop(self) -> None:
        self._stopping = True
        await end(self._projecting)
        await self._database.apart(self._database.close)
        if self._client is not None:
            await self._client.close()

    async def _project(self, api: JetStreamApi) -> None:
        rests = Rests()
        while True:
            try:
                await self._database.apart(self._database.connect)
                rests.begun()
                await ImportProjector(api, self._database).run()
            except PASSING as error:
                await rests.after(error)

    def _connection_closed(self) -> None:
        if not self._stopping:
            self._process.fail()
