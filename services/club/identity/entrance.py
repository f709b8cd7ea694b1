"""Coming in: who proves to be a person gets a session on a device; whoever guesses learns nothing, slowly."""

from dataclasses import dataclass

import structlog

from riverrun.kernel.identifiers import CommandId, PlayerId
from riverrun.runtime.clock import Clock
from services.club.identity import decide
from services.club.identity.attempts import Attempts
from services.club.identity.decide import HousePolicy
from services.club.identity.logins import Logins, login_name
from services.club.identity.passes import Pass, Passes
from services.club.identity.passwords import Passwords
from services.club.identity.people import People
from services.club.identity.person import Person
from services.club.identity.person_events import AnyPersonEvent, PasswordSet, SessionEnded
from services.club.identity.private import DeviceLabel, KeptPassword
from services.club.identity.refresh_tokens import read_refresh_token
from services.club.identity.refusals import BadCredentials, BadLogin, SessionOver
from services.club.identity.revocations import Revocations
from services.club.identity.vault import PersonKey, Vault

log = structlog.get_logger(__name__)

NOBODY: PlayerId = "p-nobody"
"""Read in place of a name's owner where there is none, so that both cost the same."""
WRONG_TAKES_S = 0.4
"""A wrong password is answered so long after the question, or at the next multiple: time tells nothing."""
FREE_FROM_AN_ADDRESS = 30


@dataclass(frozen=True)
class Device:
    """What a client says of the thing it runs on: an id that it keeps, and a name for its owner."""

    id: str
    name: str


class Entrance:
    """Logs people in and keeps them logged in."""

    def __init__(
        self,
        people: People,
        logins: Logins,
        vault: Vault,
        passwords: Passwords,
        passes: Passes,
        revocations: Revocations,
        policy: HousePolicy,
        clock: Clock,
        wrong_takes_s: float = WRONG_TAKES_S,
    ) -> None:
        self._people = people
        self._logins = logins
        self._vault = vault
        self._passwords = passwords
        self._passes = passes
        self._revocations = revocations
        self._policy = policy
        self._clock = clock
        self._wrong_takes_s = wrong_takes_s
        self._by_name = Attempts()
        self._by_address = Attempts(FREE_FROM_AN_ADDRESS)

    async def log_in(
        self, command: CommandId, login: str, password: str, device: Device, address: str
    ) -> Pass:
        """Raises `BadCredentials`, `TooManyAttempts`, `OtherDeviceActive`, `TooManyDevices`, `LogAway`."""
        began_s = self._clock.monotonic_s()
        mark = self._logins.mark(_comparable(login))
        self._by_address.begin(address, began_s)
        self._by_name.begin(mark, began_s)
        owner = await self._logins.owner(mark)
        player = owner.player if owner is not None else NOBODY
        person, key = await self._people.person(player), await self._vault.key(player)
        kept = _kept_password(person, key)
        if not await self._passwords.fits(password, kept) or key is None:
            await self._let_time_pass(began_s)
            raise BadCredentials
        self._by_name.succeeded(mark)
        self._by_address.take_back(address)
        if self._passwords.outdated(kept):
            fresh = PasswordSet(key.seal(KeptPassword(await self._passwords.hash(password))))
            await self._people.change(player, f"{command}.hash", lambda _: [fresh])
        return await self.let_in(player, key, command, device)

    async def proves(self, person: Person, key: PersonKey, password: str) -> None:
        """Check a password again before something grave. Raises `BadCredentials`, `TooManyAttempts`."""
        began_s = self._clock.monotonic_s()
        self._by_name.begin(person.player, began_s)
        if not await self._passwords.fits(password, _kept_password(person, key)):
            await self._let_time_pass(began_s)
            raise BadCredentials
        self._by_name.succeeded(person.player)

    async def let_in(self, player: PlayerId, key: PersonKey, command: CommandId, device: Device) -> Pass:
        """A session for somebody who has proved who he is; the same one for the same command.

        Raises `OtherDeviceActive`, `TooManyDevices`, `LogAway`.
        """
        session = f"s-{key.mark('session', command)[:12].hex()}"
        device_id = f"d-{key.mark('device', device.id)[:8].hex()}"
        label = key.seal(DeviceLabel(device.name))

        def opened(person: Person) -> list[AnyPersonEvent]:
            now_ms = self._clock.now_ms()
            return decide.open_session(person, session, device_id, label, self._policy, now_ms)

        person, events = await self._people.change(player, f"{command}.in", opened)
        await self.tell_ended(events)
        if session not in person.sessions:
            raise SessionOver
        return self._passes.of(person, key, session)

    async def refresh(self, command: CommandId, token: str) -> Pass:
        """New tokens for old. Raises `SessionOver`, `IdReused`, `AccountBusy`, `LogAway`."""
        shown = read_refresh_token(token)
        key = await self._vault.key(shown.player)
        if key is None or not shown.is_genuine(key):
            raise SessionOver

        def refreshed(person: Person) -> list[AnyPersonEvent]:
            now_ms = self._clock.now_ms()
            return decide.refresh(person, shown.session, shown.generation, self._policy, now_ms)

        def refreshed_again(person: Person) -> list[AnyPersonEvent]:
            return decide.refreshed_again(person, shown.session, shown.generation, self._clock.now_ms())

        person, events = await self._people.change(shown.player, command, refreshed)
        if not events:
            person, events = await self._people.change(shown.player, f"{command}.again", refreshed_again)
        if shown.session not in person.sessions:
            await self.tell_ended(events)
            log.warning("refresh_token_reused", player=shown.player, session=shown.session)
            raise SessionOver
        return self._passes.of(person, key, shown.session)

    async def tell_ended(self, events: list[AnyPersonEvent]) -> bool:
        """Have all gateways know which sessions ended; whether any did. Raises `LogAway`."""
        ended = [event.session for event in events if isinstance(event, SessionEnded)]
        for session in ended:
            await self._revocations.session(session)
        return bool(ended)

    async def _let_time_pass(self, began_s: float) -> None:
        took_s = self._clock.monotonic_s() - began_s
        if self._wrong_takes_s:
            await self._clock.sleep(self._wrong_takes_s - took_s % self._wrong_takes_s)


def _comparable(login: str) -> str:
    try:
        return login_name(login)
    except BadLogin:
        # Nobody is called so; that is found out at the usual pace.
        return f" {login[:256]}"


def _kept_password(person: Person, key: PersonKey | None) -> str:
    if key is None or not person.has_account or not person.password:
        return ""
    return key.open(person.password, KeptPassword).hash
