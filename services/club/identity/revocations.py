"""Telling all gateways which tokens count no more, for as long as those tokens would last."""

from typing import Protocol

import nats.errors
from nats.aio.client import Client

from riverrun.contracts.account_tokens import revoked_guest, revoked_session
from riverrun.contracts.subjects import REVOKED_BUCKET
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.nats.answers import ApiRefused, decode_publish_answer
from services.club.identity.journal import LogAway
from services.club.identity.person_events import SessionId

MARGIN_S = 60


class Revocations(Protocol):
    """Returns once it is stored. Raises `LogAway`."""

    async def session(self, session: SessionId) -> None:
        """None of a session's access tokens counts any more."""

    async def guest(self, player: PlayerId) -> None:
        """A guest has an account now: the guest's token counts no more."""


class BucketRevocations:
    """See `Revocations`: entries that end by themselves."""

    def __init__(self, client: Client, access_s: int, guest_s: int) -> None:
        self._client = client
        self._access_s = access_s
        self._guest_s = guest_s

    async def session(self, session: SessionId) -> None:
        await self._put(revoked_session(session), self._access_s)

    async def guest(self, player: PlayerId) -> None:
        await self._put(revoked_guest(player), self._guest_s)

    async def _put(self, key: str, life_s: int) -> None:
        subject = f"$KV.{REVOKED_BUCKET}.{key}"
        headers = {"Nats-TTL": f"{life_s + MARGIN_S}s"}
        try:
            reply = await self._client.request(subject, b"1", timeout=5, headers=headers)
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise LogAway(subject) from error
        refused = decode_publish_answer(reply.data).error
        if refused is not None:
            raise LogAway(subject) from ApiRefused(subject, refused)
