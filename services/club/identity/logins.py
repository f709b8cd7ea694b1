"""Whose a login name is: one subject a name, called by a keyed mark, so that the log holds no name."""

import hmac
import unicodedata
from typing import TypeAlias

import msgspec

from riverrun.contracts.subjects import login_at
from riverrun.kernel.identifiers import CommandId, PlayerId
from riverrun.runtime.clock import Clock
from services.club.identity.journal import Journal, WrittenByAnother
from services.club.identity.refusals import BadLogin

LoginMark: TypeAlias = str

SHORTEST, LONGEST = 3, 64
HELD_MS = 60_000
"""So long a name waits for its account; then whoever took it and registered nobody has lost it."""


class LoginTaken(msgspec.Struct, frozen=True, array_like=True, tag="login.taken"):
    """The name is a player's, once he is registered by this command."""

    player: PlayerId
    command: CommandId
    at_ms: int


class LoginFreed(msgspec.Struct, frozen=True, array_like=True, tag="login.freed"):
    """The name is nobody's."""

    at_ms: int


_decode = msgspec.msgpack.Decoder(LoginTaken | LoginFreed).decode
_encode = msgspec.msgpack.Encoder().encode


def login_name(text: str) -> str:
    """A login name in the form that is compared. Raises `BadLogin`."""
    name = unicodedata.normalize("NFKC", text).strip().casefold()
    printable = all(unicodedata.category(one)[0] not in "CZ" for one in name)
    if not SHORTEST <= len(name) <= LONGEST or not printable:
        raise BadLogin
    return name


class Logins:
    """`key` makes the marks; without it nobody can tell whether a name is among them."""

    def __init__(self, journal: Journal, clock: Clock, key: bytes) -> None:
        self._journal = journal
        self._clock = clock
        self._key = key

    def mark(self, *parts: str) -> LoginMark:
        """The mark of a login name, or of an issuer and its subject."""
        text = "\0".join(parts).encode()
        return hmac.digest(self._key, text, "sha256").hex()

    async def owner(self, mark: LoginMark) -> LoginTaken | None:
        """Whose the name is. Raises `LogAway`."""
        return (await self._standing(mark))[0]

    async def take(self, mark: LoginMark, player: PlayerId, command: CommandId) -> LoginTaken:
        """Take a free name; whose it is then, which may be another. Raises `LogAway`."""
        taken = LoginTaken(player, command, self._clock.now_ms())
        return await self._write(mark, taken, None)

    async def take_over(
        self, mark: LoginMark, old: LoginTaken, player: PlayerId, command: CommandId
    ) -> LoginTaken:
        """Take a name whose owner never came to be; whose it is then. Raises `LogAway`."""
        taken = LoginTaken(player, command, self._clock.now_ms())
        return await self._write(mark, taken, old)

    async def free(self, mark: LoginMark, player: PlayerId) -> None:
        """Give a player's name back; does nothing where it is another's. Raises `LogAway`."""
        owner, seq = await self._standing(mark)
        if owner is not None and owner.player == player:
            data = _encode(LoginFreed(self._clock.now_ms()))
            try:
                await self._journal.append(login_at(mark), data, seq)
            except WrittenByAnother:
                # Freed already, by another attempt at the same.
                return

    async def _write(self, mark: LoginMark, taken: LoginTaken, old: LoginTaken | None) -> LoginTaken:
        while True:
            owner, seq = await self._standing(mark)
            if owner is not None and owner != old:
                return owner
            try:
                await self._journal.append(login_at(mark), _encode(taken), seq)
            except WrittenByAnother:
                continue
            return taken

    async def _standing(self, mark: LoginMark) -> tuple[LoginTaken | None, int]:
        last = await self._journal.last(login_at(mark))
        if last is None:
            return None, 0
        fact = _decode(last.data)
        return (fact if isinstance(fact, LoginTaken) else None), last.seq
