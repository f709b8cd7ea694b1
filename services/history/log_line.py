"""The history process's one connection to the log, for all its parts that read there without blocking."""

from collections.abc import Callable, Mapping

from nats.aio.client import Client

from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY
from services.history.settings import HistorySettings


class LogLine:
    """The first part to start and the last to stop; `on_lost` is told when it is over for good."""

    def __init__(self, settings: HistorySettings, on_lost: Callable[[], None]) -> None:
        self._settings = settings
        self._on_lost = on_lost
        self._client: Client | None = None
        self._stopping = False

    @property
    def api(self) -> JetStreamApi:
        """What is asked, once it has started."""
        assert self._client is not None, "not started"
        return JetStreamApi(self._client, HISTORY.api_prefix)

    async def start(self) -> Mapping[str, str]:
        """Raises `CannotConnect`."""
        login = NatsSettings(HISTORY, self._settings.nats_password, self._settings.nats_url)
        self._client = await connect(login, on_closed=self._closed)
        return {}

    async def drain(self) -> None:
        """What was asked is answered."""

    async def stop(self) -> None:
        self._stopping = True
        if self._client is not None:
            await self._client.close()

    def _closed(self) -> None:
        if not self._stopping:
            self._on_lost()
