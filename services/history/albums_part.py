"""The albums' part of the history process: opens their application, closes it."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from riverrun.runtime.clock import SystemClock
from services.history.albums.albums import Albums
from services.history.albums.application import AlbumsApplication, environment
from services.history.albums.deleted_people import DeletedPeople
from services.history.albums.notes import Notes
from services.history.albums_servicer import AlbumDesk, AlbumsCounter
from services.history.asking import Asking
from services.history.log_line import LogLine
from services.history.settings import HistorySettings

THREADS = 4


class AlbumsPart:
    """Started after the line to the log, and before the gRPC server that `servicer` is added to."""

    def __init__(self, asking: Asking, notes: Notes, line: LogLine, settings: HistorySettings) -> None:
        self.servicer = AlbumsCounter(asking, notes)
        self._line = line
        self._settings = settings
        self._threads = ThreadPoolExecutor(THREADS, "albums")
        self._application: AlbumsApplication | None = None

    async def start(self) -> Mapping[str, str]:
        """Raises `CannotConnect`."""
        variables = environment(self._settings.nats_password, self._settings.nats_url)
        self._application = await asyncio.to_thread(AlbumsApplication, variables)
        deleted = DeletedPeople(self._line.api)
        self.servicer.desk = AlbumDesk(Albums(self._application), deleted, self._threads, SystemClock())
        return {"albums": "open"}

    async def drain(self) -> None:
        """What was asked is answered."""

    async def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._application is not None:
            await asyncio.to_thread(self._application.close)
