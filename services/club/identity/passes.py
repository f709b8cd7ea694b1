"""What a person is given who is let in: an access token for minutes, and a refresh token for the next one."""

from dataclasses import dataclass

from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.clock import Clock
from services.club.identity.access_tokens import AccessTokens
from services.club.identity.person import Person
from services.club.identity.person_events import DeviceId, SessionId
from services.club.identity.private import Profile
from services.club.identity.refresh_tokens import refresh_token
from services.club.identity.vault import PersonKey


@dataclass(frozen=True)
class Pass:
    """Tokens, and until when they count (Unix ms)."""

    player: PlayerId
    name: str
    session: SessionId
    device: DeviceId
    access: str
    access_until_ms: int
    refresh: str
    refresh_until_ms: int


class Passes:
    """Makes them out of what stands in the log."""

    def __init__(self, tokens: AccessTokens, clock: Clock) -> None:
        self._tokens = tokens
        self._clock = clock

    def of(self, person: Person, key: PersonKey, session: SessionId) -> Pass:
        """The pass of a session that goes on."""
        name = key.open(person.profile, Profile).name
        one = person.sessions[session]
        now_ms = self._clock.now_ms()
        access, until_ms = self._tokens.sign(person.player, name, session, one.device, now_ms)
        refresh = refresh_token(key, person.player, session, one.generation)
        return Pass(person.player, name, session, one.device, access, until_ms, refresh, one.until_ms)
