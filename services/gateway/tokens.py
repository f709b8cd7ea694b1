"""The signed tokens that say who a player is, so that any gateway knows him and none keeps a list."""

import secrets
from pathlib import Path

import jwt

from riverrun.kernel.identifiers import NotAnIdentifier, player_id
from services.gateway.caller import Caller
from services.gateway.refusals import NotAuthenticated

ALGORITHM = "HS256"
ISSUER = "riverrun"
SHORTEST_KEY = 32


class KeyTooShort(ValueError):
    """A key of fewer bytes than the signature's hash could be guessed."""


class Tokens:
    """Signs and verifies. The key never leaves it."""

    def __init__(self, key: bytes, lifetime_s: int) -> None:
        if len(key) < SHORTEST_KEY:
            raise KeyTooShort(f"a token key needs {SHORTEST_KEY} bytes, this one has {len(key)}")
        self._key = key
        self._lifetime_s = lifetime_s

    def sign(self, caller: Caller, now_ms: int) -> tuple[str, int]:
        """A token, and when it expires (Unix ms)."""
        issued_s = now_ms // 1_000
        expires_s = issued_s + self._lifetime_s
        claims = {
            "iss": ISSUER,
            "sub": caller.player,
            "name": caller.name,
            "iat": issued_s,
            "exp": expires_s,
        }
        return jwt.encode(claims, self._key, ALGORITHM), expires_s * 1_000

    def verify(self, token: str) -> Caller:
        """Whom the token proves. Raises `NotAuthenticated`."""
        if not token:
            raise NotAuthenticated(reason="missing")
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                # Another gateway's clock may be a moment ahead: a token from the future is no worse for it.
                options={"require": ["exp", "sub", "name"], "verify_iat": False},
            )
            return Caller(player_id(claims["sub"]), str(claims["name"]))
        except jwt.ExpiredSignatureError:
            raise NotAuthenticated(reason="expired") from None
        except (jwt.InvalidTokenError, NotAnIdentifier):
            raise NotAuthenticated(reason="invalid") from None


def key_in(file: Path | None) -> bytes:
    """The key kept in a file; without one, a key that dies with this process and its tokens with it."""
    return secrets.token_bytes(SHORTEST_KEY) if file is None else file.read_bytes().strip()


def new_guest(name: str) -> Caller:
    """Somebody who was never here before."""
    return Caller(f"g-{secrets.token_hex(8)}", name)
