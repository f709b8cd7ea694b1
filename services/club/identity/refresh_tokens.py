"""Refresh tokens: `player.session.generation.mark`; the mark is made with the person's key and kept nowhere.

So nothing in the log can be used to log in, an old generation is known for genuine, and the destruction of
the person's key ends them all.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from riverrun.kernel.identifiers import NotAnIdentifier, PlayerId, player_id
from services.club.identity.person_events import SessionId
from services.club.identity.refusals import SessionOver
from services.club.identity.vault import PersonKey

LONGEST = 256


@dataclass(frozen=True)
class RefreshToken:
    """As shown by a client; `proof` may be anything."""

    player: PlayerId
    session: SessionId
    generation: int
    proof: bytes

    def is_genuine(self, key: PersonKey) -> bool:
        """Whether we gave it out."""
        return hmac.compare_digest(self.proof, _proof(key, self.session, self.generation))


def refresh_token(key: PersonKey, player: PlayerId, session: SessionId, generation: int) -> str:
    """The token of a generation: the same whenever it is asked for."""
    proof = urlsafe_b64encode(_proof(key, session, generation)).decode().rstrip("=")
    return f"{player}.{session}.{generation}.{proof}"


def read_refresh_token(text: str) -> RefreshToken:
    """Its parts. Raises `SessionOver` for what cannot be one."""
    try:
        if len(text) > LONGEST:
            raise SessionOver
        player, session, generation, proof = text.split(".")
        if not (generation.isascii() and generation.isdigit()):
            raise SessionOver
        padded = proof + "=" * (-len(proof) % 4)
        return RefreshToken(player_id(player), session, int(generation), urlsafe_b64decode(padded))
    except (ValueError, NotAnIdentifier):
        raise SessionOver from None


def _proof(key: PersonKey, session: SessionId, generation: int) -> bytes:
    return key.mark("refresh", session, str(generation))
