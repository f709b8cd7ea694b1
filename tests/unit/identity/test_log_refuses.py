"""A log that answers with an error, as while its servers choose a leader, is a log that is away."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from riverrun.contracts.subjects import person_at
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.sealing.key_ring import KEY_SIZE, Key, KeyRing
from services.club.identity.journal import JetStreamJournal, LogAway
from services.club.identity.vault import BucketVault

UNAVAILABLE = b'{"error":{"code":503,"err_code":10008,"description":"JetStream system unavailable"}}'


class Answer:
    """As nats-py brings it."""

    def __init__(self, data: bytes, headers: dict[str, str]) -> None:
        self.data = data
        self.headers = headers


class Refusing:
    """Stands for a connection to a log that refuses whatever it is asked."""

    def __init__(self) -> None:
        self._heard: Callable[[Answer], Awaitable[None]] | None = None

    def new_inbox(self) -> str:
        return "_INBOX.x"

    async def request(self, _subject: str, _data: bytes, **_: Any) -> Answer:
        return Answer(UNAVAILABLE, {})

    async def subscribe(self, _inbox: str, cb: Callable[[Answer], Awaitable[None]], **_: Any) -> "Refusing":
        self._heard = cb
        return self

    async def publish(self, _subject: str, _data: bytes, **_: Any) -> None:
        assert self._heard is not None, "nobody listens"
        await self._heard(Answer(b"", {"Status": "503"}))

    async def unsubscribe(self) -> None:
        """Nothing comes any more."""


async def test_what_happened_to_a_person_cannot_be_known() -> None:
    client: Any = Refusing()
    journal = JetStreamJournal(client, "$JS.API")

    with pytest.raises(LogAway):
        await journal.last(person_at("ann"))
    with pytest.raises(LogAway):
        await journal.after(person_at("ann"), 0, 7)


async def test_a_persons_key_is_neither_there_nor_destroyed() -> None:
    client: Any = Refusing()
    vault = BucketVault(JetStreamApi(client), KeyRing([Key("k1", bytes(KEY_SIZE))], "k1"))

    with pytest.raises(LogAway):
        await vault.key("ann")
