"""The reviews' part of the history process: opens the dockets, closes them."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from riverrun.runtime.clock import SystemClock
from riverrun.runtime.nats.users import HISTORY
from services.history.asking import Asking
from services.history.docket.application import DocketsApplication, environment
from services.history.docket.dockets import Dockets
from services.history.reviews_servicer import ReviewDesk, ReviewsCounter
from services.history.settings import HistorySettings

THREADS = 2


class ReviewsPart:
    """Started before the gRPC server that `servicer` is added to."""

    def __init__(self, asking: Asking, settings: HistorySettings) -> None:
        self.servicer = ReviewsCounter(asking)
        self._settings = settings
        self._threads = ThreadPoolExecutor(THREADS, "dockets")
        self._application: DocketsApplication | None = None

    async def start(self) -> Mapping[str, str]:
        """Raises `CannotConnect`."""
        variables = environment(HISTORY, self._settings.nats_password, self._settings.nats_url)
        self._application = await asyncio.to_thread(DocketsApplication, variables)
        self.servicer.desk = ReviewDesk(Dockets(self._application), self._threads, SystemClock())
        return {"dockets": "open"}

    async def drain(self) -> None:
        """What was asked is answered."""

    async def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._application is not None:
            await asyncio.to_thread(self._application.close)
