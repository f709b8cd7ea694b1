"""A key-value bucket's entries as bytes: written, read at once, and followed live, without a consumer."""

from collections.abc import Awaitable, Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from riverrun.runtime.nats.answers import ApiRefused, decode_publish_answer
from riverrun.runtime.nats.connection import subscribe
from riverrun.runtime.nats.jetstream_api import JetStreamApi

Followed = Callable[[str, bytes], Awaitable[None]]


class Bucket:
    """The entries of one bucket. An empty value means that the entry is gone."""

    def __init__(self, client: Client, name: str, api_prefix: str = "$JS.API") -> None:
        self._client = client
        self._api = JetStreamApi(client, api_prefix)
        self._stream = f"KV_{name}"
        self._subject = f"$KV.{name}."

    async def put(self, key: str, value: bytes) -> None:
        """Write an entry; returns when it is stored. Raises nats-py's errors and `ApiRefused`."""
        subject = f"{self._subject}{key}"
        answer = decode_publish_answer((await self._client.request(subject, value, timeout=5)).data)
        if answer.error is not None:
            raise ApiRefused(subject, answer.error)

    async def remove(self, key: str) -> None:
        """Write that the entry is gone."""
        await self.put(key, b"")

    async def entries(self) -> dict[str, bytes]:
        """All entries there are."""
        found = await self._api.last_of_each(self._stream, f"{self._subject}>")
        newest = {self._key(message.subject): message.data for message in found}
        return {key: value for key, value in newest.items() if value}

    async def follow(self, heard: Followed) -> Subscription:
        """Hear every entry written from now on; read `entries` after this, and nothing is missed."""

        async def changed(message: Msg) -> None:
            await heard(self._key(message.subject), message.data)

        return await subscribe(self._client, f"{self._subject}>", changed)

    def _key(self, subject: str) -> str:
        return subject.removeprefix(self._subject)
