"""The bouncer's part of the club's process: follows seats, and looks round again and again."""

import asyncio
from functools import partial

import structlog

from riverrun.runtime.clock import SystemClock
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.serving.process import Process
from riverrun.runtime.tasks import end
from services.club.bouncer.accounts_read import AccountsRead
from services.club.bouncer.admission import Admission
from services.club.bouncer.bouncer import AWAY, TableBouncer
from services.club.bouncer.earmarks import Earmarks
from services.club.bouncer.orders import Orders
from services.club.bouncer.seat_follower import SeatFollower
from services.club.bouncer.seat_shelf import SEATS_ROOT, SeatShelf
from services.club.clubs_part import ClubsPart
from services.club.identity.part import IdentityPart
from services.club.identity.somebody import is_somebody
from services.club.settings import ClubSettings
from services.club.tables.tables_log import TablesLog

log = structlog.get_logger(__name__)


class BouncerPart:
    """Started behind the parts that it asks."""

    def __init__(
        self, process: Process, settings: ClubSettings, identity: IdentityPart, clubs: ClubsPart
    ) -> None:
        self._process = process
        self._every_s = settings.looks_round_ms / 1000
        self._identity = identity
        self._clubs = clubs
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def start(self) -> dict[str, str]:
        """Begin to follow; nobody waits for it."""
        now_ms, in_thread = SystemClock().now_ms, self._clubs.in_thread
        client, desk, identity = self._clubs.client, self._clubs.desk, self._identity
        shelf = SeatShelf(await in_thread(lambda: self._clubs.newest_only(SEATS_ROOT)))
        seats = SeatFollower(TablesLog(JetStreamApi(client)), shelf, in_thread, now_ms)
        admission = Admission(
            identity.people,
            seats,
            AccountsRead(desk.directory, desk.ledgers, now_ms),
            Earmarks(identity.journal, now_ms),
            desk.clubs,
            in_thread,
            now_ms,
        )
        self._bouncer = bouncer = TableBouncer(
            identity.people,
            identity.restrained,
            seats,
            admission,
            desk.clubs,
            desk.directory,
            Orders(client),
            in_thread,
            now_ms,
        )
        identity.servicer.bouncer = self._clubs.ledger.bouncer = bouncer
        self._clubs.clubs.is_somebody = partial(is_somebody, identity.people)
        self._tasks = (
            self._process.guard(seats.run(), "seats"),
            self._process.guard(self._look_round(), "bouncer"),
        )
        return {"bouncer": "looks round"}

    async def drain(self) -> None:
        """Whoever looks next finds the same."""

    async def stop(self) -> None:
        await end(*self._tasks)

    async def _look_round(self) -> None:
        while True:
            try:
                await self._bouncer.look()
            except AWAY as away:
                log.warning("looked_round_in_vain", reason=repr(away))
            await asyncio.sleep(self._every_s)
