"""People's keys: drawn at registration, kept sealed under the house's ring, destroyed with the account."""

import hmac
import secrets
from typing import Protocol, TypeVar

import msgspec

from riverrun.contracts.subjects import PERSON_KEYS_BUCKET
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.nats.answers import WRONG_LAST_SEQUENCE, ApiRefused, decode_publish_answer
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.sealing.key_ring import KEY_SIZE, Key, KeyRing
from services.club.identity.journal import AWAY, FENCE, LogAway
from services.club.identity.person_events import Box

Content = TypeVar("Content", bound=msgspec.Struct)

_STREAM = f"KV_{PERSON_KEYS_BUCKET}"
_SUBJECT = f"$KV.{PERSON_KEYS_BUCKET}."
_encode = msgspec.msgpack.Encoder().encode


class _SealedKey(msgspec.Struct, frozen=True, array_like=True):
    ring_key: str
    box: bytes


def _kind_of(kind: type[msgspec.Struct]) -> bytes:
    """The content's stored name: a box of one kind does not pass for another."""
    return str(kind.__struct_config__.tag).encode()


class PersonKey:
    """One person's key: seals and opens boxes, and makes marks that nobody else can make."""

    def __init__(self, player: PlayerId, secret: bytes) -> None:
        self._player = player
        self._secret = secret
        self._ring = KeyRing([Key(player, secret)], player)

    def seal(self, content: msgspec.Struct) -> Box:
        """A box that opens only as a content of this kind."""
        return self._ring.seal(_encode(content), _kind_of(type(content)))

    def open(self, box: Box, kind: type[Content]) -> Content:
        """What lies in a box. Raises `CannotOpen`."""
        return msgspec.msgpack.decode(self._ring.open(self._player, box, _kind_of(kind)), type=kind)

    def mark(self, *parts: str) -> bytes:
        """A keyed mark of some texts, 32 bytes."""
        return hmac.digest(self._secret, "\0".join(parts).encode(), "sha256")


class Vault(Protocol):
    """Where people's keys are."""

    async def key(self, player: PlayerId) -> PersonKey | None:
        """The person's key; None for nobody, and after its destruction. Raises `LogAway`."""

    async def draw(self, player: PlayerId) -> PersonKey:
        """The person's key, drawn where there was none. Raises `LogAway`, `KeyDestroyed`."""

    async def destroy(self, player: PlayerId) -> None:
        """Nothing sealed under the person's key opens ever again. Raises `LogAway`."""


class KeyDestroyed(Exception):
    """The person was deleted; a new one gets a new id."""


class BucketVault:
    """See `Vault`: sealed keys in a bucket that keeps one value an entry."""

    def __init__(self, api: JetStreamApi, ring: KeyRing) -> None:
        self._api = api
        self._ring = ring

    async def key(self, player: PlayerId) -> PersonKey | None:
        found = await self._entry(player)
        return self._opened(player, found) if found else None

    async def draw(self, player: PlayerId) -> PersonKey:
        found = await self._entry(player)
        if found is None:
            secret = secrets.token_bytes(KEY_SIZE)
            box = self._ring.seal(secret, b"person", player.encode())
            await self._put(player, _encode(_SealedKey(self._ring.current, box)), {FENCE: "0"})
            # Another may have been first: what stands there counts.
            found = await self._entry(player)
        if not found:
            raise KeyDestroyed(player)
        return self._opened(player, found)

    async def destroy(self, player: PlayerId) -> None:
        await self._put(player, b"", {})

    def _opened(self, player: PlayerId, found: bytes) -> PersonKey:
        sealed = msgspec.msgpack.decode(found, type=_SealedKey)
        return PersonKey(player, self._ring.open(sealed.ring_key, sealed.box, b"person", player.encode()))

    async def _entry(self, player: PlayerId) -> bytes | None:
        try:
            message = await self._api.message(_STREAM, {"last_by_subj": f"{_SUBJECT}{player}"})
        except AWAY as error:
            raise LogAway(player) from error
        return None if message is None else message.data

    async def _put(self, player: PlayerId, value: bytes, headers: dict[str, str]) -> None:
        subject = f"{_SUBJECT}{player}"
        try:
            reply = await self._api.client.request(subject, value, timeout=5, headers=headers)
        except AWAY as error:
            raise LogAway(player) from error
        refused = decode_publish_answer(reply.data).error
        if refused is not None and refused.err_code != WRONG_LAST_SEQUENCE:
            raise LogAway(player) from ApiRefused(subject, refused)
