"""The table service as a part of its process: connects, brings tables back, listens, hosts."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.subscription import Subscription

from riverrun.contracts.subjects import ALL_COMMANDS, LOBBY_BUCKET
from riverrun.holdem import evolve, evolve_hand, evolve_seats, state
from riverrun.runtime.clock import SystemClock
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.commit_store import CommitStore
from riverrun.runtime.eventstore.replay import Rebuilt, Replay
from riverrun.runtime.eventstore.snapshots import SnapshotStore, fingerprint
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.connection import NatsSettings, connect, subscribe
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import TABLE
from riverrun.runtime.sealing.ring_file import load_ring
from riverrun.runtime.serving.process import Process
from services.table.codec import codec
from services.table.host import record
from services.table.host.actor import TableActor
from services.table.host.dealer import Dealer
from services.table.host.export import HandExport
from services.table.host.host import TableHost
from services.table.host.hosted import HostedTable
from services.table.host.lobby import Lobby
from services.table.host.outlet import NatsOutlet
from services.table.host.record import Record
from services.table.host.steps import Steps
from services.table.ports.bank import PlayMoneyBank
from services.table.ports.evaluator import GrpcRankService
from services.table.settings import TableSettings

log = structlog.get_logger(__name__)

EVALUATOR = "riverrun.evaluator.v1.Evaluator"


class TableService:
    """Hosts every table in the log. Started after NATS; the evaluator may come and go."""

    def __init__(self, process: Process, settings: TableSettings) -> None:
        self._process = process
        self._settings = settings
        self._client: Client | None = None
        self._listening: Subscription | None = None

    async def start(self) -> Mapping[str, str]:
        """Connect, bring back all tables, then listen.

        Raises `CannotConnect` and what reading keys raises.
        """
        settings = self._settings
        login = NatsSettings(TABLE, settings.nats_password, settings.nats_url)
        self._client = await connect(login, on_closed=self._process.fail)
        self._wire(self._client)
        tables = await self._reader.tables()
        await self._host.recover(tables)
        self._listening = await subscribe(self._client, ALL_COMMANDS, self._host.heard)
        return {"tables": str(self._host.hosted)}

    async def drain(self) -> None:
        """Hear no more commands; who asks now is told that nobody is there, and asks again."""
        if self._listening is not None:
            await self._listening.unsubscribe()

    async def stop(self) -> None:
        """Stop hosting and close."""
        if self._client is None:
            return
        self._store.close()
        await self._host.stop()
        await self._snapshots.written()
        await self._channel.close()
        try:
            await self._client.close()
        except (nats.errors.Error, OSError) as error:
            log.warning("nats_not_closed", error=repr(error))

    def _wire(self, client: Client) -> None:
        settings = self._settings
        live, history = load_ring(Path(settings.live_keys)), load_ring(Path(settings.history_keys))
        api = JetStreamApi(client)
        clock = SystemClock()
        self._reader = CommitReader(api)
        self._store = CommitStore(client, self._reader)
        self._snapshots = SnapshotStore(client, api)
        code = fingerprint(state, evolve, evolve_hand, evolve_seats, record)
        replay = Replay[Record](self._reader, self._snapshots, codec, record.fold, Record, code)
        self._channel = open_channel(settings.evaluator_target, repeatable=[EVALUATOR])
        evaluator = GrpcRankService(self._channel, settings.evaluator_deadline_ms)
        lobby = Lobby(Bucket(client, LOBBY_BUCKET).put)
        self._lobby_task = self._process.guard(lobby.run(), "lobby")
        outlet = NatsOutlet(client, lobby, replay, self._snapshots)
        steps = Steps(Dealer(live, history, os.urandom), evaluator)
        bank = PlayMoneyBank()
        epoch = secrets.token_hex(6)

        def make(rebuilt: Rebuilt[Record]) -> TableActor:
            assert rebuilt.state is not None
            hosted = HostedTable(
                rebuilt.state,
                rebuilt.version,
                rebuilt.seq,
                log=self._store,
                outlet=outlet,
                codec=codec,
                clock=clock,
                epoch=epoch,
            )
            lobby.note(hosted.table, clock.now_ms())
            return TableActor(hosted, steps, bank)

        self._host = TableHost(replay, make, HandExport(self._reader, codec, history), clock)
