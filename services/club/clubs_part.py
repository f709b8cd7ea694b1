"""The clubs' and ledgers' part of the club's process: opens both applications, follows tables, closes."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import nats.errors
import structlog
from eventsourcing.persistence import AggregateRecorder
from nats.aio.client import Client

from riverrun.contracts.subjects import CLUB_SNAPSHOTS_STREAM
from riverrun.runtime.clock import SystemClock
from riverrun.runtime.eventstore.aggregates.persistence import AggregatesFactory
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import CLUB
from riverrun.runtime.serving.process import Process
from riverrun.runtime.tasks import end
from services.club.clubs import application as clubs_application
from services.club.clubs.application import ClubsApplication
from services.club.clubs.belonging import Belonging
from services.club.clubs.clubs import Clubs
from services.club.clubs.directory import Directory
from services.club.counter.clubs_servicer import ClubsCounter
from services.club.counter.desk import Desk
from services.club.counter.ledger_servicer import LedgerCounter
from services.club.ledger import application as ledger_application
from services.club.ledger.application import LedgerApplication
from services.club.ledger.ledgers import Ledgers
from services.club.settings import ClubSettings
from services.club.tables.following import TableFollower
from services.club.tables.landmarks import LANDMARKS_ROOT, Landmarks
from services.club.tables.opening import TableOpener
from services.club.tables.places import Places
from services.club.tables.tables_log import TablesLog
from services.club.tables.taken_seats import TakenSeats
from services.club.tables.unopened import UnopenedTables

log = structlog.get_logger(__name__)

T = TypeVar("T")
SECRET_BYTES = 6


class ClubsPart:
    """Started before the gRPC server that its servicers are added to."""

    def __init__(self, process: Process, settings: ClubSettings) -> None:
        self.clubs = ClubsCounter()
        self.ledger = LedgerCounter()
        self._process = process
        self._settings = settings
        self._clock = SystemClock()
        self._threads = ThreadPoolExecutor(settings.threads, "clubs")
        self._applications: list[LedgerApplication | ClubsApplication] = []
        self._client: Client | None = None
        self._stopping = False

    async def start(self) -> dict[str, str]:
        """Raises `CannotConnect`."""
        settings = self._settings
        login = NatsSettings(CLUB, settings.nats_password, settings.nats_url)
        self._client = client = await connect(login, on_closed=self._disconnected)
        where = (CLUB, settings.nats_password, settings.nats_url)
        ledgers = await self.in_thread(lambda: LedgerApplication(ledger_application.environment(*where)))
        self._applications.append(ledgers)
        clubs = await self.in_thread(lambda: ClubsApplication(clubs_application.environment(*where)))
        self._applications.append(clubs)
        desk = self._desk(client, clubs, ledgers)
        self.clubs.desk = self.ledger.desk = desk
        self._follower = follower = TableFollower(
            TablesLog(JetStreamApi(client)),
            desk.directory,
            desk.clubs,
            desk.ledgers,
            Places(await self.in_thread(ledgers.factory.tracking_recorder)),
            Landmarks(await self.in_thread(lambda: self.newest_only(LANDMARKS_ROOT))),
            self.in_thread,
            self._clock.now_ms,
        )
        self._following = self._process.guard(follower.run(), "following tables")
        reader = CommitReader(JetStreamApi(client))
        unopened = UnopenedTables(desk.directory, reader, desk.opener, self.in_thread, self._clock.now_ms)
        self._opening = self._process.guard(unopened.run(), "unopened tables")
        return {"clubs": "open"}

    async def drain(self) -> None:
        """What was asked is answered."""

    async def stop(self) -> None:
        self._stopping = True
        if self._client is None:
            return
        if self.clubs.desk is not None:
            await end(self._following, self._opening)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for application in self._applications:
            await asyncio.to_thread(application.close)
        try:
            await self._client.close()
        except (nats.errors.Error, OSError) as error:
            log.warning("nats_not_closed", error=repr(error))

    def _desk(
        self, client: Client, stored_clubs: ClubsApplication, stored_ledgers: LedgerApplication
    ) -> Desk:
        clubs = Clubs(stored_clubs, lambda: secrets.token_hex(SECRET_BYTES))
        ledgers, now_ms = Ledgers(stored_ledgers), self._clock.now_ms
        reader = CommitReader(JetStreamApi(client))
        directory, settings = Directory(stored_clubs), self._settings
        return Desk(
            clubs,
            directory,
            Belonging(clubs, directory, settings.most_owned, settings.most_joined),
            ledgers,
            TableOpener(client, now_ms),
            TakenSeats(client, reader, clubs, ledgers, lambda: self._follower.place, now_ms),
            self._clock,
            self._threads,
        )

    @property
    def client(self) -> Client:
        """The connection, once it has started."""
        assert self._client is not None, "not started"
        return self._client

    @property
    def desk(self) -> Desk:
        """What its servicers stand on, once it has started."""
        assert self.ledger.desk is not None, "not started"
        return self.ledger.desk

    def newest_only(self, root: str) -> AggregateRecorder:
        """Where snapshots of a kind are kept that may be lost. Blocks."""
        factory = self._applications[0].factory
        assert isinstance(factory, AggregatesFactory)
        return factory.newest_only(CLUB_SNAPSHOTS_STREAM, root)

    def in_thread(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """Run what blocks."""
        return asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _disconnected(self) -> None:
        if not self._stopping:
            self._process.fail()
