"""Access tokens: signed claims that live for minutes; gateways verify them with the public keys alone."""

from dataclasses import dataclass

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from riverrun.contracts.account_tokens import ALGORITHM, AUDIENCE, ISSUER
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.sealing.key_ring import KeyRing
from services.club.identity.person_events import DeviceId, SessionId


@dataclass(frozen=True)
class PublicKey:
    """What verifies tokens that name `id`: the 32 bytes of an Ed25519 key."""

    id: str
    key: bytes


class AccessTokens:
    """Signs with the ring's current key; each of its secrets is the seed of an Ed25519 key."""

    def __init__(self, ring: KeyRing, lifetime_s: int) -> None:
        self.lifetime_s = lifetime_s
        self._current = ring.current
        self._keys = {key.id: Ed25519PrivateKey.from_private_bytes(key.secret) for key in ring.keys}

    def public_keys(self) -> list[PublicKey]:
        """The keys that gateways need."""
        return [PublicKey(id_, key.public_key().public_bytes_raw()) for id_, key in self._keys.items()]

    def sign(
        self, player: PlayerId, name: str, session: SessionId, device: DeviceId, now_ms: int
    ) -> tuple[str, int]:
        """A token, and when it expires (Unix ms)."""
        expires_s = now_ms // 1_000 + self.lifetime_s
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": player,
            "name": name,
            "sid": session,
            "dev": device,
            "iat": now_ms // 1_000,
            "exp": expires_s,
        }
        key = self._keys[self._current]
        return jwt.encode(claims, key, ALGORITHM, headers={"kid": self._current}), expires_s * 1_000
