"""A house of accounts without a log server: its ports in memory, its clock a test's own."""

import asyncio
from dataclasses import dataclass, field

from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.nats.answers import StoredMessage
from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.club.identity.access_tokens import AccessTokens
from services.club.identity.accounts import Accounts
from services.club.identity.decide import HousePolicy
from services.club.identity.entrance import Device, Entrance
from services.club.identity.journal import WrittenByAnother
from services.club.identity.logins import Logins
from services.club.identity.passes import Pass, Passes
from services.club.identity.passwords import HashCost, Passwords
from services.club.identity.people import People
from services.club.identity.person_events import SessionId
from services.club.identity.vault import KeyDestroyed, PersonKey
from tests.support.clock import FakeClock

PASSWORD = "correct horse"
PHONE = Device("phone-1234", "Ann's phone")
LAPTOP = Device("laptop-5678", "Ann's laptop")
CHEAP = HashCost(memory_kib=64, passes=1)
SIGNING = KeyRing([Key("sign-1", bytes(range(32)))], "sign-1")


class MemoryJournal:
    """Stands for `Journal`."""

    def __init__(self) -> None:
        self.messages: list[StoredMessage] = []

    async def append(self, subject: str, data: bytes, expected_seq: int) -> int:
        last = await self.last(subject)
        if (last.seq if last else 0) != expected_seq:
            raise WrittenByAnother(subject)
        self.messages.append(StoredMessage(len(self.messages) + 1, subject, data))
        return len(self.messages)

    async def last(self, subject: str) -> StoredMessage | None:
        await asyncio.sleep(0)
        return next((one for one in reversed(self.messages) if one.subject == subject), None)

    async def after(self, subject: str, seq: int, up_to_seq: int) -> list[StoredMessage]:
        return [one for one in self.messages[seq:up_to_seq] if one.subject == subject]


class MemoryVault:
    """Stands for `Vault`."""

    def __init__(self) -> None:
        self.secrets: dict[PlayerId, bytes] = {}

    async def key(self, player: PlayerId) -> PersonKey | None:
        secret = self.secrets.get(player)
        return PersonKey(player, secret) if secret else None

    async def draw(self, player: PlayerId) -> PersonKey:
        secret = self.secrets.setdefault(player, len(self.secrets).to_bytes(1, "big") * 32)
        if not secret:
            raise KeyDestroyed(player)
        return PersonKey(player, secret)

    async def destroy(self, player: PlayerId) -> None:
        self.secrets[player] = b""


@dataclass
class HeardRevocations:
    """Stands for `Revocations`."""

    sessions: list[SessionId] = field(default_factory=list)
    guests: list[PlayerId] = field(default_factory=list)

    async def session(self, session: SessionId) -> None:
        self.sessions.append(session)

    async def guest(self, player: PlayerId) -> None:
        self.guests.append(player)


class House:
    """All of it, wired as the service does."""

    def __init__(self, policy: HousePolicy | None = None, wrong_takes_s: float = 0) -> None:
        self.clock = FakeClock()
        self.journal = MemoryJournal()
        self.vault = MemoryVault()
        self.revoked = HeardRevocations()
        self.people = People(self.journal, self.clock)
        self.passwords = Passwords(CHEAP)
        self.logins = Logins(self.journal, self.clock, b"key of marks")
        self.entrance = Entrance(
            self.people,
            self.logins,
            self.vault,
            self.passwords,
            Passes(AccessTokens(SIGNING, 600), self.clock),
            self.revoked,
            policy or HousePolicy(),
            self.clock,
            wrong_takes_s,
        )
        self.accounts = Accounts(
            self.people, self.logins, self.vault, self.passwords, self.entrance, self.revoked, self.clock
        )
        self._commands = 0

    def command(self) -> str:
        self._commands += 1
        return f"c-{self._commands}"

    async def register(self, login: str = "ann", guest: str = "", device: Device = PHONE) -> Pass:
        return await self.accounts.register(self.command(), guest, login, login.title(), PASSWORD, device)

    async def log_in(
        self,
        login: str = "ann",
        password: str = PASSWORD,
        device: Device = PHONE,
        address: str = "198.51.100.7",
    ) -> Pass:
        return await self.entrance.log_in(self.command(), login, password, device, address)

    async def refresh(self, token: str) -> Pass:
        return await self.entrance.refresh(self.command(), token)
