"""What is projected: the hands of our own tables, and those that were played elsewhere."""

from collections.abc import Callable

from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.history.database import Database
from services.history.dying import DieBeforeInsert
from services.history.imports.projecting import ImportProjector
from services.history.projection.projector import Pace, Progress, Projector
from services.history.projection.told_progress import ToldProgress
from services.history.settings import HistorySettings


class OwnHands:
    """Its progress is told across new beginnings."""

    def __init__(self, settings: HistorySettings) -> None:
        self._pace = Pace(settings.history_batch_events, settings.history_batch_ms / 1000)
        self._tell = ToldProgress()
        dies_at = settings.history_die_at
        self._before_each = DieBeforeInsert(int(dies_at)) if dies_at else None

    async def __call__(self, api: JetStreamApi, database: Database, went_on: Callable[[], None]) -> None:
        """Project for ever."""

        def written(progress: Progress) -> None:
            self._tell(progress)
            went_on()

        await Projector(api, database, self._pace, written, self._before_each).run()


async def project_imported(api: JetStreamApi, database: Database, went_on: Callable[[], None]) -> None:
    """Project for ever."""
    await ImportProjector(api, database, lambda _: went_on()).run()
