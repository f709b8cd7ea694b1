"""The identity part of the club's process: connects, opens its desk, closes it."""

from pathlib import Path

import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.runtime.clock import SystemClock
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import IDENTITY
from riverrun.runtime.sealing.ring_file import load_ring
from riverrun.runtime.serving.process import Process
from services.club.identity.access_tokens import AccessTokens
from services.club.identity.accounts import Accounts
from services.club.identity.decide import DAY_MS, HousePolicy
from services.club.identity.desk import Desk
from services.club.identity.entrance import Entrance
from services.club.identity.journal import JetStreamJournal, Journal
from services.club.identity.logins import Logins
from services.club.identity.outside_issuer import OutsideIssuer, OutsideSettings, fetch_keys
from services.club.identity.own_rules import OwnRules
from services.club.identity.passes import Passes
from services.club.identity.passwords import HashCost, Passwords
from services.club.identity.people import People
from services.club.identity.restrained import NotedPeople
from services.club.identity.revocations import BucketRevocations
from services.club.identity.servicer import Identity
from services.club.identity.settings import IdentitySettings
from services.club.identity.vault import BucketVault

log = structlog.get_logger(__name__)


HOUR_MS = 3_600_000


class InsecureIssuer(ValueError):
    """An outside issuer's keys would come over a line on which anybody may exchange them."""


class NameKeysChanged(ValueError):
    """The ring that marks login names has another current key than its first: no name would be found."""


class IdentityPart:
    """Started before the gRPC server that `servicer` is added to."""

    def __init__(self, process: Process, settings: IdentitySettings) -> None:
        self.servicer = Identity()
        self._people: People | None = None
        self._restrained: NotedPeople | None = None
        self._journal: Journal | None = None
        self._process = process
        self._settings = settings
        self._client: Client | None = None
        self._passwords: Passwords | None = None
        self._stopping = False

    async def start(self) -> dict[str, str]:
        """Raises `CannotConnect`, `InsecureIssuer`, `NameKeysChanged`, and what `load_ring` raises."""
        settings = self._settings
        login = NatsSettings(IDENTITY, settings.nats_password, settings.nats_url)
        self._client = client = await connect(login, on_closed=self._disconnected)
        self._passwords = Passwords(
            HashCost(settings.hash_memory_kib, settings.hash_passes), settings.hash_threads
        )
        self.servicer.desk = self._desk(client, self._passwords)
        return {"identity": "open"}

    @property
    def people(self) -> People:
        """All people, once it has started."""
        assert self._people is not None, "not started"
        return self._people

    @property
    def restrained(self) -> NotedPeople:
        """Who has held himself off, once it has started."""
        assert self._restrained is not None, "not started"
        return self._restrained

    @property
    def journal(self) -> Journal:
        """The people's stream, once it has started."""
        assert self._journal is not None, "not started"
        return self._journal

    async def drain(self) -> None:
        """What was asked is answered."""

    async def stop(self) -> None:
        self._stopping = True
        self.servicer.desk = None
        if self._passwords is not None:
            self._passwords.close()
        if self._client is not None and not self._client.is_closed:
            try:
                await self._client.close()
            except (nats.errors.Error, OSError) as error:
                log.warning("nats_not_closed", error=repr(error))

    def _desk(self, client: Client, passwords: Passwords) -> Desk:
        settings, clock = self._settings, SystemClock()
        self._journal = journal = JetStreamJournal(client, IDENTITY.api_prefix)
        api = JetStreamApi(client, IDENTITY.api_prefix)
        vault = BucketVault(api, load_ring(Path(settings.people_keys)))
        self._people = people = People(journal, clock)
        self._restrained = restrained = NotedPeople(journal, api)
        logins = Logins(journal, clock, self._name_key())
        tokens = AccessTokens(load_ring(Path(settings.signing_keys)), settings.access_s)
        revocations = BucketRevocations(client, settings.access_s, settings.guest_s)
        policy = HousePolicy(
            settings.second_device, settings.idle_days * DAY_MS, settings.latest_days * DAY_MS
        )
        if settings.outside_issuer and not settings.outside_jwks_url.startswith("https://"):
            raise InsecureIssuer(f"{settings.outside_jwks_url} is not https")
        passes = Passes(tokens, clock)
        entrance = Entrance(people, logins, vault, passwords, passes, revocations, policy, clock)
        outside = OutsideSettings(
            settings.outside_issuer, settings.outside_audience, settings.outside_jwks_url
        )
        return Desk(
            accounts=Accounts(people, logins, vault, passwords, entrance, revocations, clock),
            entrance=entrance,
            issuer=OutsideIssuer(outside, clock, fetch_keys),
            own_rules=OwnRules(people, restrained, clock, settings.cooling_off_h * HOUR_MS),
            tokens=tokens,
        )

    def _name_key(self) -> bytes:
        ring = load_ring(Path(self._settings.name_keys))
        first = ring.keys[0]
        if first.id != ring.current:
            raise NameKeysChanged(self._settings.name_keys)
        return first.secret

    def _disconnected(self) -> None:
        if not self._stopping:
            self._process.fail()
