"""The table service as a part of its process: connects, brings tables back, listens, hosts."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.contracts.subjects import LOBBY_BUCKET
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.clock import SteadyClock
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.commit_store import CommitStore
from riverrun.runtime.eventstore.replay import Rebuilt
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.nats.another_server import AnotherServer
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.lease_book import LeaseBook
from riverrun.runtime.nats.users import TABLE
from riverrun.runtime.sealing.key_ring import KeyRing
from riverrun.runtime.sealing.ring_file import load_ring
from riverrun.runtime.serving.process import Process
from riverrun.runtime.settings.environment import BadSetting
from riverrun.runtime.tasks import end
from services.table.codec import codec
from services.table.host.actor import TableActor
from services.table.host.calendar import calendar
from services.table.host.dealer import Dealer
from services.table.host.desk import Desk
from services.table.host.dying import DyingBank, DyingLog, DyingOutlet, DyingShelf, appointed
from services.table.host.export import HandExport
from services.table.host.host import TableHost
from services.table.host.hosted import HostedTable, Log, Outlet
from services.table.host.hosted_slot import HostedSlot
from services.table.host.lobby import Lobby
from services.table.host.mailbox import LogWasAway
from services.table.host.moving_in import MovingIn
from services.table.host.outlet import NatsOutlet, SnapshotShelf
from services.table.host.record import Record
from services.table.host.recovery import TableRecovery
from services.table.host.roster import Roster
from services.table.host.steps import Steps
from services.table.host.table_log import TableLog
from services.table.host.table_replay import table_replay
from services.table.host.take_over import TakeOver
from services.table.host.wrong_clock import WrongClock
from services.table.ownership.keeper import SlotKeeper
from services.table.ownership.leases import Leases
from services.table.ownership.log_pulse import LogPulse
from services.table.ownership.presence import Presence
from services.table.ownership.tenure import Tenure
from services.table.ports.bank import Bank, ClubBank, HouseBank
from services.table.ports.evaluator import GrpcEvaluator
from services.table.ports.insurance import GrpcQuoteService
from services.table.ports.pool import ClubPool
from services.table.settings import TableSettings

log = structlog.get_logger(__name__)

EVALUATOR = "riverrun.evaluator.v1.Evaluator"
INSURANCE = "riverrun.insurance.v1.Insurance"
LEDGER = "riverrun.club.v1.Ledger"


class TableService:
    """Hosts every table in the log. Started after NATS; the evaluator may come and go."""

    def __init__(self, process: Process, settings: TableSettings) -> None:
        self._process = process
        self._settings = settings
        self._client: Client | None = None
        self._stopping = False
        self._clock = _clock(settings)
        self._host_id = f"table-{secrets.token_hex(4)}"
        self._death = appointed(settings.table_die_at, sandbox=settings.sandbox)

    async def start(self) -> Mapping[str, str]:
        """Connect, and begin to take slots; their tables are brought back beside.

        Raises `CannotConnect` and what reading keys raises.
        """
        settings = self._settings
        live, history = load_ring(Path(settings.live_keys)), load_ring(Path(settings.history_keys))
        login = NatsSettings(TABLE, settings.nats_password, settings.nats_url)
        self._client = await connect(login, on_closed=self._connection_closed)
        self._api = JetStreamApi(self._client)
        self._wire_log()
        self._wire_tables(Dealer(live, history, os.urandom), history)
        self._wire_ownership()
        self._keeping = self._process.guard(self._keeper.run(), "leases")
        return {"host": self._host_id}

    def _connection_closed(self) -> None:
        if not self._stopping:
            self._process.fail()

    async def drain(self) -> None:
        """Hand every slot over at once: finish what is begun, and let others host the tables."""
        if self._client is not None:
            await self._keeper.give_all_back()

    async def stop(self) -> None:
        """Close."""
        if self._client is None:
            return
        self._stopping = True
        await end(self._keeping)
        self._store.close()
        await self._desk.stop()
        await self._snapshots.written()
        await self._channel.close()
        await self._insurance_channel.close()
        await self._club_channel.close()
        try:
            await self._client.close()
        except (nats.errors.Error, OSError) as error:
            log.warning("nats_not_closed", error=repr(error))

    def _wire_log(self) -> None:
        client = self._connection
        self._reader = CommitReader(self._api)
        self._store = CommitStore(client, self._reader, self._stalled)
        self._snapshots = SnapshotStore(client, self._api)
        self._replay = table_replay(self._reader, self._snapshots)
        self._book = LeaseBook(client, self._api)
        self._tenure = Tenure(self._clock)
        self._presence = Presence(self._book, self._host_id, self._clock)

    def _wire_tables(self, dealer: Dealer, history: KeyRing) -> None:
        settings = self._settings
        self._channel = open_channel(settings.evaluator_target, repeatable=[EVALUATOR])
        self._insurance_channel = open_channel(settings.insurance_target, repeatable=[INSURANCE])
        self._club_channel = open_channel(settings.club_target, repeatable=[LEDGER])
        steps = Steps(
            dealer,
            GrpcEvaluator(self._channel, settings.evaluator_deadline_ms),
            GrpcQuoteService(self._insurance_channel, settings.insurance_deadline_ms),
            ClubPool(self._club_channel, settings.insurance_deadline_ms),
        )
        lobby = Lobby(Bucket(self._connection, LOBBY_BUCKET).put)
        self._lobby_task = self._process.guard(lobby.run(), "lobby")
        table_log: Log = TableLog(self._store, self._reader)
        shelf: SnapshotShelf = self._snapshots
        bank: Bank = HouseBank(ClubBank(self._club_channel, settings.club_deadline_ms))
        if self._death is not None:
            table_log, shelf, bank = (
                DyingLog(table_log, self._death),
                DyingShelf(shelf, self._death),
                DyingBank(bank, self._death),
            )
        outlet: Outlet = NatsOutlet(self._connection, lobby, self._replay, shelf)
        if self._death is not None:
            outlet = DyingOutlet(outlet, self._death)

        def make(rebuilt: Rebuilt[Record]) -> TableActor:
            assert rebuilt.state is not None, "an actor hosts a table that exists"
            hosted = HostedTable(
                rebuilt.state,
                rebuilt.version,
                rebuilt.seq,
                log=table_log,
                outlet=outlet,
                codec=codec,
                clock=self._clock,
                epoch=secrets.token_hex(6),
            )
            lobby.note(hosted.table, self._clock.now_ms())
            return TableActor(hosted, steps, bank, self._tenure, self._succeed)

        self._recovery = TableRecovery(self._replay, self._snapshots, self._api, self._clock)
        take_over = TakeOver(
            self._host_id,
            self._recovery,
            make,
            steps,
            self._presence.last_alive_ms,
            calendar(settings.table_id_life_s),
        )
        self._roster = Roster(take_over, self._tenure, self._lost)
        export = HandExport(self._reader, codec, history)
        self._desk = Desk(self._roster, export, self._clock, self._tenure.may_speak_for)

    def _wire_ownership(self) -> None:
        guard = self._process.guard
        moving_in = MovingIn(self._roster, self._recovery, self._reader, self._clock, guard)
        ground = (self._connection, self._roster, self._desk, moving_in, self._clock, guard)
        self._host = TableHost(self._roster, lambda slot: HostedSlot(slot, *ground), moving_in, self._clock)
        self._keeper = SlotKeeper(
            Leases(self._book, self._host_id, self._tenure),
            self._presence,
            LogPulse(self._api).feel,
            AnotherServer(self._connection, len(self._settings.nats_url)).go,
            self._settings.shards,
            self._clock,
            self._tenure,
            self._host,
            guard,
        )

    @property
    def _connection(self) -> Client:
        assert self._client is not None, "not connected"
        return self._client

    async def _succeed(self, rolled: Table) -> None:
        await self._roster.succeed(rolled)

    def _lost(self, table: TableId) -> None:
        self._host.lost(table)

    def _stalled(self, table: TableId, seconds: float) -> None:
        """One table's append took long: its open deadline moves (R8.9)."""
        actor = self._roster.find(table)
        if actor is not None:
            now_ms = self._clock.now_ms()
            actor.tell(LogWasAway(now_ms - int(seconds * 1000), now_ms))


def _clock(settings: TableSettings) -> SteadyClock:
    if not settings.table_clock_off_ms:
        return SteadyClock()
    if not settings.sandbox:
        raise BadSetting("RIVERRUN_TABLE_CLOCK_OFF_MS makes the clock wrong: only with RIVERRUN_SANDBOX=1")
    return WrongClock(settings.table_clock_off_ms)
