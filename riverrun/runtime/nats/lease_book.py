"""Leases in a key-value bucket: taken by create-only writes, kept by renewing, gone when not renewed.

A lease keeps peace, it gives no safety: who writes to the log is fenced there. `seq` is the entry's revision.
"""

import asyncio
from dataclasses import dataclass

from nats.aio.client import Client

from riverrun.contracts.subjects import LEASES_BUCKET
from riverrun.runtime.nats.answers import WRONG_LAST_SEQUENCE, ApiRefused, decode_publish_answer
from riverrun.runtime.nats.jetstream_api import JetStreamApi

PATIENCE_S = 1.0
_STREAM = f"KV_{LEASES_BUCKET}"
_SUBJECT = f"$KV.{LEASES_BUCKET}."


@dataclass(frozen=True, slots=True)
class Lease:
    """An entry: who holds it (empty: given back), and its revision."""

    holder: str
    seq: int


class LeaseBook:
    """Reads and writes leases.

    Raises nats-py's errors, `OSError` and `ApiRefused` when JetStream does not do so within a second.
    """

    def __init__(self, client: Client, api: JetStreamApi) -> None:
        self._client = client
        self._api = api

    async def read(self, kind: str) -> dict[str, Lease]:
        """All entries `<kind>.…` that have not run out."""
        async with asyncio.timeout(PATIENCE_S):
            found = await self._api.last_of_each(_STREAM, f"{_SUBJECT}{kind}.>")
        return {
            message.subject.removeprefix(_SUBJECT): Lease(message.data.decode(), message.seq)
            for message in found
        }

    async def write(self, key: str, holder: str, ttl_s: int, expected_seq: int) -> int | None:
        """Take (`expected_seq` 0, or an entry's given back) or renew a lease; None if another was quicker."""
        headers = {"Nats-TTL": f"{ttl_s}s", "Nats-Expected-Last-Subject-Sequence": str(expected_seq)}
        return await self._put(key, holder.encode(), headers)

    async def note(self, key: str, text: str, ttl_s: int) -> None:
        """Write an entry whatever stands there."""
        await self._put(key, text.encode(), {"Nats-TTL": f"{ttl_s}s"})

    async def give_back(self, key: str, seq: int) -> None:
        """Let others take a lease at once."""
        headers = {"Nats-TTL": "1s", "Nats-Expected-Last-Subject-Sequence": str(seq)}
        await self._put(key, b"", headers)

    async def _put(self, key: str, data: bytes, headers: dict[str, str]) -> int | None:
        subject = f"{_SUBJECT}{key}"
        reply = await self._client.request(subject, data, timeout=PATIENCE_S, headers=headers)
        answer = decode_publish_answer(reply.data)
        if answer.error is None:
            return answer.seq
        if answer.error.err_code == WRONG_LAST_SEQUENCE:
            return None
        raise ApiRefused(subject, answer.error)
