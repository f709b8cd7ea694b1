"""People's accounts: registered, looked after by their owners, deleted."""

import secrets
from dataclasses import dataclass

from riverrun.kernel.identifiers import CommandId, PlayerId
from riverrun.runtime.clock import Clock
from services.club.identity import decide
from services.club.identity.entrance import Device, Entrance
from services.club.identity.logins import HELD_MS, LoginMark, Logins, LoginTaken, login_name
from services.club.identity.outside_issuer import Vouched
from services.club.identity.passes import Pass
from services.club.identity.passwords import Passwords, acceptable
from services.club.identity.people import Decide, People
from services.club.identity.person import Person
from services.club.identity.person_events import (
    AnyPersonEvent,
    DeviceId,
    OutsideLinked,
    PasswordSet,
    SessionId,
)
from services.club.identity.private import DeviceLabel, KeptPassword, OutsideName, Profile
from services.club.identity.refusals import BadCredentials, HasAccount, IdReused, LoginIsTaken, NoAccount
from services.club.identity.revocations import Revocations
from services.club.identity.vault import PersonKey, Vault

GUEST = "g-"


@dataclass(frozen=True)
class ListedDevice:
    """A device as its owner sees it; `session` is empty where nobody is logged in."""

    id: DeviceId
    name: str
    added_ms: int
    used_ms: int
    session: SessionId


class Accounts:
    """What people can ask for, once each `command`."""

    def __init__(
        self,
        people: People,
        logins: Logins,
        vault: Vault,
        passwords: Passwords,
        entrance: Entrance,
        revocations: Revocations,
        clock: Clock,
    ) -> None:
        self._people = people
        self._logins = logins
        self._vault = vault
        self._passwords = passwords
        self._entrance = entrance
        self._revocations = revocations
        self._clock = clock

    async def register(
        self, command: CommandId, guest: PlayerId, login: str, name: str, password: str, device: Device
    ) -> Pass:
        """An account for a guest (or, with an empty `guest`, for somebody new), and a session in it.

        Raises `BadLogin`, `BadPassword`, `LoginIsTaken`, `HasAccount`, `LogAway`.
        """
        login = login_name(login)
        acceptable(password, login)
        player = await self._named(self._logins.mark(login), command, guest)
        key = await self._vault.draw(player)
        kept = PasswordSet(key.seal(KeptPassword(await self._passwords.hash(password))))
        person = await self._founded(player, command, key, Profile(login, name), kept)
        if not await self._passwords.fits(password, key.open(person.password, KeptPassword).hash):
            # The command was used before, with another password.
            raise LoginIsTaken
        return await self._entrance.let_in(player, key, command, device)

    async def log_in_vouched(self, command: CommandId, who: Vouched, name: str, device: Device) -> Pass:
        """A session for whom the outside issuer vouches; an account when he comes first. Raises `LogAway`."""
        mark = self._logins.mark("outside", who.issuer, who.subject)
        owner = await self._logins.owner(mark)
        player = owner.player if owner is not None else ""
        if not (player and (await self._people.person(player)).has_account):
            player = await self._named(mark, command, "")
            key = await self._vault.draw(player)
            linked = OutsideLinked(key.seal(OutsideName(who.issuer, who.subject)))
            await self._founded(player, command, key, Profile("", name), linked)
        found = await self._vault.key(player)
        if found is None:
            raise BadCredentials
        return await self._entrance.let_in(player, found, command, device)

    async def log_out(self, command: CommandId, player: PlayerId, session: SessionId) -> None:
        """End a session. Raises `UnknownSession`, `LogAway`."""
        if await self._people.did(player, command):
            return
        # Told before it is written: a kill in between leaves a session that must be ended again, not a token.
        decide.end_session(await self._people.person(player), session)
        await self._revocations.session(session)
        await self._people.change(player, command, lambda person: decide.end_session(person, session))

    async def devices(self, player: PlayerId) -> list[ListedDevice]:
        """The person's devices, the last used first. Raises `NoAccount`, `LogAway`."""
        person, key = await self._own(player)
        alive = {one.device: id_ for id_, one in person.alive(self._clock.now_ms()).items()}
        listed = [
            ListedDevice(
                id_, key.open(one.label, DeviceLabel).name, one.added_ms, one.used_ms, alive.get(id_, "")
            )
            for id_, one in person.devices.items()
        ]
        return sorted(listed, key=lambda one: (-one.used_ms, one.id))

    async def revoke_device(self, command: CommandId, player: PlayerId, device: DeviceId) -> None:
        """Trust a device no more. Raises `UnknownDevice`, `LogAway`."""
        if not await self._people.did(player, command):
            await self._ending(player, command, lambda person: decide.revoke_device(person, device))

    async def change_password(
        self, command: CommandId, player: PlayerId, session: SessionId, old: str, new: str
    ) -> None:
        """Log in with another password from now on.

        Raises `BadCredentials`, `BadPassword`, `NoAccount`; `IdReused` where the command came with another.
        """
        person, key = await self._own(player)
        if await self._people.did(player, command):
            try:
                await self._entrance.proves(person, key, new)
            except BadCredentials:
                raise IdReused from None
            return
        acceptable(new, key.open(person.profile, Profile).login)
        await self._entrance.proves(person, key, old)
        box = key.seal(KeptPassword(await self._passwords.hash(new)))
        await self._ending(player, command, lambda found: decide.change_password(found, box, session))

    async def delete(self, command: CommandId, player: PlayerId, password: str) -> None:
        """Delete the account: what is private in it opens never again. Who has a password must say it.

        The id stays, and with it every entry of the ledger. Raises `BadCredentials`, `NoAccount`, `LogAway`.
        """
        person, key = await self._people.person(player), await self._vault.key(player)
        if await self._people.did(player, command):
            return
        if not person.has_account:
            raise NoAccount
        if key is not None and person.password:
            await self._entrance.proves(person, key, password)
        # Noted, then the name, then the key: cut short in between, the account shows nothing and has nothing
        # private in it any more, and whoever asks again finishes it.
        await self._people.note_deletion(player)
        if key is not None:
            await self._logins.free(self._mark_of(person, key), player)
            await self._vault.destroy(player)
        # Told before it is written, as where somebody logs out; who came in meanwhile is told of behind.
        told = set(person.sessions)
        await self._tell_ended(told)
        since: set[SessionId] = set()

        def deleted(found: Person) -> list[AnyPersonEvent]:
            since.update(found.sessions)
            return decide.delete(found, self._clock.now_ms())

        await self._people.change(player, command, deleted)
        await self._tell_ended(since - told)

    # -- within

    async def _named(self, mark: LoginMark, command: CommandId, guest: PlayerId) -> PlayerId:
        """Take a name for a player; who it is: another than asked for where the command came before."""
        if guest and (await self._people.person(guest)).version:
            owner = await self._logins.owner(mark)
            if owner != LoginTaken(guest, command, owner.at_ms if owner else 0):
                raise HasAccount
        player = guest or f"p-{secrets.token_hex(8)}"
        owner = await self._logins.take(mark, player, command)
        if command != owner.command and await self._is_vacant(owner):
            owner = await self._logins.take_over(mark, owner, player, command)
        if owner.command != command:
            raise LoginIsTaken
        return owner.player

    async def _is_vacant(self, owner: LoginTaken) -> bool:
        """Whoever took the name never came to be, or is no more."""
        person = await self._people.person(owner.player)
        return person.deleted or (not person.version and self._clock.now_ms() - owner.at_ms > HELD_MS)

    async def _founded(
        self, player: PlayerId, command: CommandId, key: PersonKey, profile: Profile, secret: AnyPersonEvent
    ) -> Person:
        box = key.seal(profile)

        def founded(person: Person) -> list[AnyPersonEvent]:
            if person.has_account and person.registered_by == command:
                return []
            return decide.register(person, command, box, secret, self._clock.now_ms())

        person, _ = await self._people.change(player, command, founded)
        if player.startswith(GUEST):
            await self._revocations.guest(player)
        return person

    async def _own(self, player: PlayerId) -> tuple[Person, PersonKey]:
        person, key = await self._people.person(player), await self._vault.key(player)
        if not person.has_account or key is None:
            raise NoAccount
        return person, key

    async def _ending(self, player: PlayerId, command: CommandId, decided: Decide) -> None:
        """A change that may end sessions: their tokens stop first."""
        await self._entrance.tell_ended(decided(await self._people.person(player)))
        _, events = await self._people.change(player, command, decided)
        await self._entrance.tell_ended(events)

    async def _tell_ended(self, sessions: set[SessionId]) -> None:
        for session in sessions:
            await self._revocations.session(session)

    def _mark_of(self, person: Person, key: PersonKey) -> LoginMark:
        if person.outside:
            vouched = key.open(person.outside, OutsideName)
            return self._logins.mark("outside", vouched.issuer, vouched.subject)
        return self._logins.mark(key.open(person.profile, Profile).login)
