"""The gateway as a part of its process: connects, listens, and sends its clients away before it stops."""

import asyncio
import secrets
from collections.abc import Mapping
from pathlib import Path

import nats.errors
import structlog
from aiohttp import web
from nats.aio.client import Client

from riverrun.contracts.server_messages import Limits
from riverrun.contracts.subjects import LOBBY_BUCKET, REVOKED_BUCKET
from riverrun.runtime.audit.trail import NoTrail, SealedTrail, Trail
from riverrun.runtime.clock import Clock, SystemClock
from riverrun.runtime.nats.another_server import AnotherServer
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import GATEWAY
from riverrun.runtime.sealing.ring_file import load_ring
from riverrun.runtime.serving.health_page import health_routes
from riverrun.runtime.serving.process import Process
from riverrun.runtime.tasks import end
from services.gateway.account_tokens import AccountTokens
from services.gateway.accounts import Accounts
from services.gateway.addresses import Addresses
from services.gateway.admission import Admission
from services.gateway.album_pages import AlbumPages
from services.gateway.club_chips import ClubChips
from services.gateway.club_desk import ClubDesk
from services.gateway.club_line import ClubLine
from services.gateway.club_periods import ClubPeriods
from services.gateway.club_sight import ClubSight
from services.gateway.clubs import Clubs
from services.gateway.credentials import Credentials
from services.gateway.door import HEARTBEAT_S, Door
from services.gateway.door_book import BucketDoorBook
from services.gateway.door_pages import DoorPages
from services.gateway.feeds import Feeds
from services.gateway.history_line import HistoryLine
from services.gateway.history_pages import HistoryPages
from services.gateway.house import House
from services.gateway.identity_line import IdentityLine
from services.gateway.lifeline import Lifeline, LobbysLeader
from services.gateway.link_secrets import LinkSecrets
from services.gateway.lobby import Lobby
from services.gateway.lobby_feed import LobbyFeed
from services.gateway.neighbours import Neighbours
from services.gateway.origins import Origins
from services.gateway.own_rules import OwnRules
from services.gateway.presence import Presence
from services.gateway.presence_lease import PresenceLease
from services.gateway.problems import problems
from services.gateway.pulse import Pulse
from services.gateway.recent_ids import RecentIds
from services.gateway.request_limits import RequestLimits
from services.gateway.rest import Rest
from services.gateway.rest_audit import RestAudit
from services.gateway.review_pages import ReviewPages
from services.gateway.revoked import Revoked
from services.gateway.seated import asking
from services.gateway.settings import GatewaySettings
from services.gateway.sights import Sights, asking_sights
from services.gateway.standing_wishes import StandingWishes
from services.gateway.strangers import Strangers
from services.gateway.table_clubs import TableClubs
from services.gateway.table_rulers import TableRulers
from services.gateway.table_sight import TableSight
from services.gateway.tables import Tables
from services.gateway.taken_tables import OPENED, SEATS, TakenTables
from services.gateway.talk import TalkRooms
from services.gateway.token_bucket import Buckets
from services.gateway.tokens import Tokens, key_in
from services.gateway.whereabouts import Marks

log = structlog.get_logger(__name__)

WATCHED_TABLES = 4
MESSAGE_BYTES = 4 * 1024
BODY_BYTES = 16 * 1024
UNANSWERED = 16
STOP_S = 2.0


class Gateway:
    """Started after NATS; tables may come and go."""

    def __init__(self, process: Process, settings: GatewaySettings) -> None:
        self._process = process
        self._settings = settings
        self._client: Client | None = None
        self._line: IdentityLine | None = None
        self._trail: SealedTrail | None = None
        self._runner: web.AppRunner | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._stopping = False

    async def start(self) -> Mapping[str, str]:
        """Connect and listen. Raises `CannotConnect`, `KeyTooShort`, `OSError`."""
        settings = self._settings
        login = NatsSettings(GATEWAY, settings.nats_password, settings.nats_url)
        self._client = client = await connect(login, on_closed=self._disconnected)
        clock = SystemClock()
        revoked = Revoked(Bucket(client, REVOKED_BUCKET, GATEWAY.api_prefix), clock)
        # Before anybody comes in: a revoked token is to be known from the first moment on.
        await revoked.follow()
        await revoked.read()
        self._line = line = IdentityLine(settings.club_target)
        self._club_line = ClubLine(settings.club_target)
        self._history_line = HistoryLine(settings.history_target)
        accounts = AccountTokens(line, clock)
        trail = self._trail_to(client, clock)
        credentials = Credentials(self._guest_tokens(), accounts, revoked)
        lobby = Lobby(Bucket(client, LOBBY_BUCKET, GATEWAY.api_prefix), clock)
        await lobby.follow()
        self._sights = sights = Sights(asking_sights(self._club_line), lobby.clubs, clock)
        feed = LobbyFeed(lobby, sights, clock)
        house = self._house(client, clock, credentials, line, trail or NoTrail(), feed)
        self._presence = house.presence
        pulse = Pulse(client, house.feeds, house.clock, self._process.readiness)
        leader = LobbysLeader(JetStreamApi(client, GATEWAY.api_prefix))
        lifeline = Lifeline(leader.ask, AnotherServer(client, len(settings.nats_url)).go, house.clock)
        self._lease = PresenceLease(BucketDoorBook(client, GATEWAY.api_prefix), self._presence, clock)
        self._tasks = (
            self._process.guard(self._lease.run(), "presence lease"),
            self._process.guard(lobby.run(), "lobby"),
            self._process.guard(house.lobby.run(), "lobby feed"),
            self._process.guard(sights.run(), "club sights"),
            self._process.guard(pulse.run(), "pulse"),
            self._process.guard(lifeline.run(), "lifeline"),
            self._process.guard(revoked.run(), "revoked"),
            self._process.guard(accounts.run(), "account keys"),
        )
        if trail is not None:
            self._trail = trail
            _ = self._process.guard(trail.run(), "audit trail")
        limits = self._request_limits(clock)
        origins = Origins(settings.gateway_origins)
        strangers = Strangers(settings.gateway_strangers_an_address)
        self._door = Door(house, origins, limits.address_of, settings.gateway_connections, strangers)
        revoked.on_revoked = self._door.dismiss
        runner = web.AppRunner(
            self._app(house, lobby, line, limits), access_log=None, shutdown_timeout=STOP_S
        )
        await runner.setup()
        self._site = web.TCPSite(runner, settings.gateway_host, settings.gateway_port)
        self._runner = runner
        await self._site.start()
        host, port, *_ = runner.addresses[0]
        return {"http": f"http://{host}:{port}", "ws": f"ws://{host}:{port}/v1/ws"}

    async def drain(self) -> None:
        """Nothing yet: whoever reads `/readyz` sends new clients elsewhere, and refuses nobody meanwhile."""

    async def stop(self) -> None:
        """Let nobody in any more, send everybody away, who then come back elsewhere, and end."""
        self._stopping = True
        if self._runner is not None:
            await self._site.stop()
            await self._door.close()
            await self._runner.cleanup()
            await self._presence.stop()
            self._runner = None
        # Before the lines that they ask on are closed.
        await end(*self._tasks)
        if self._tasks:
            await self._lease.release()
        if self._trail is not None:
            await self._write_last_acts(self._trail)
        if self._line is not None:
            await self._line.close()
            await self._club_line.close()
            await self._history_line.close()
        if self._client is not None and not self._client.is_closed:
            try:
                await self._client.close()
            except (nats.errors.Error, OSError) as error:
                log.warning("nats_not_closed", error=repr(error))

    def _disconnected(self) -> None:
        """NATS is gone for good, which only a new process mends; unless it was us who closed."""
        if not self._stopping:
            self._process.fail()

    async def _write_last_acts(self, trail: SealedTrail) -> None:
        try:
            async with asyncio.timeout(STOP_S):
                await trail.finish()
        except TimeoutError:
            log.exception("last_acts_unwritten")

    def _trail_to(self, client: Client, clock: Clock) -> SealedTrail | None:
        if not self._settings.audit_keys:
            log.warning("no_audit_log", meaning="what players do is not written down")
            return None
        ring = load_ring(Path(self._settings.audit_keys))
        return SealedTrail(client, ring, clock, f"gateway-{secrets.token_hex(6)}")

    def _guest_tokens(self) -> Tokens:
        settings = self._settings
        if not settings.token_key:
            log.warning("token_key_drawn", meaning="tokens end with this process")
        self._key = key_in(Path(settings.token_key) if settings.token_key else None)
        return Tokens(self._key, settings.token_lifetime_s)

    def _request_limits(self, clock: Clock) -> RequestLimits:
        settings = self._settings
        requests = Buckets(settings.gateway_requests_per_s, 2 * settings.gateway_requests_per_s)
        guests = Buckets(settings.gateway_guests_per_minute / 60, settings.gateway_guests_burst)
        return RequestLimits(Addresses(settings.gateway_trusted_proxies), requests, guests, clock)

    def _house(
        self,
        client: Client,
        clock: Clock,
        credentials: Credentials,
        line: IdentityLine,
        trail: Trail,
        lobby: LobbyFeed,
    ) -> House:
        settings = self._settings
        limits = Limits(
            watched_tables=WATCHED_TABLES,
            message_bytes=MESSAGE_BYTES,
            messages_per_s=settings.gateway_messages_per_s,
            messages_burst=2 * settings.gateway_messages_per_s,
            unanswered=UNANSWERED,
            heartbeat_s=int(HEARTBEAT_S),
        )
        tables = Tables(client, clock, settings.shards)
        book, seated = BucketDoorBook(client, GATEWAY.api_prefix), asking(tables)
        clubs = TableClubs(seated)
        seats = TakenTables(book, seated, clock, SEATS, settings.gateway_seats_a_player)
        self._wishes = StandingWishes(seats, tables.command)
        self._neighbours = Neighbours(book, clock)
        return House(
            credentials=credentials,
            tables=tables,
            feeds=Feeds(client, clock),
            presence=Presence(tables),
            talk=TalkRooms(client),
            ids=RecentIds(),
            clock=clock,
            limits=limits,
            trail=trail,
            admission=Admission(line, seated, seats, self._neighbours, Marks(self._key), trail, clock),
            rulers=TableRulers(seated, self._club_line),
            open_tables=TakenTables(book, seated, clock, OPENED, settings.gateway_tables_a_player),
            own_rules=line.own_rules,
            lobby=lobby,
            sight=ClubSight(clubs, self._club_line),
            sights=self._sights,
            table_sight=TableSight(clubs, seated, self._sights),
            shards=settings.shards,
        )

    def _app(self, house: House, lobby: Lobby, line: IdentityLine, limits: RequestLimits) -> web.Application:
        audit = RestAudit(house.trail, limits, house.clock)
        app = web.Application(middlewares=[audit.middleware, problems], client_max_size=BODY_BYTES)
        app.add_routes(Rest(house, lobby, limits).routes())
        app.add_routes(DoorPages(house, self._neighbours, limits).routes())
        app.add_routes(Accounts(line, house.credentials, limits).routes())
        app.add_routes(OwnRules(line, self._wishes, house.credentials, limits).routes())
        desk = ClubDesk(self._club_line, house.credentials, limits)
        app.add_routes(Clubs(desk).routes())
        app.add_routes(ClubChips(desk).routes())
        app.add_routes(ClubPeriods(desk).routes())
        app.add_routes(HistoryPages(self._history_line, house.sight, house.credentials, limits).routes())
        links = LinkSecrets(self._key)
        app.add_routes(AlbumPages(self._history_line, house.sight, links, house.credentials, limits).routes())
        app.add_routes(ReviewPages(desk, self._history_line, house.clock).routes())
        app.add_routes([web.get("/v1/ws", self._door.enter)])
        # Counters are for operators: they stand on the process's own health page, not on the apps' door.
        health = [route for route in health_routes(self._process.readiness) if route.path != "/metrics"]
        app.add_routes(health)
        return app
