"""The book at the door: an entry a player, a table and a gateway, written behind a fence, ended by itself."""

from typing import Protocol

import nats.errors
from nats.aio.client import Client

from riverrun.contracts.subjects import DOOR_BUCKET
from riverrun.runtime.nats.answers import (
    ANOTHER_IN_FLIGHT,
    WRONG_LAST_SEQUENCE,
    ApiError,
    ApiRefused,
    decode_publish_answer,
)
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.gateway.refusals import TableUnavailable

RETRY_MS = 1_000
LIVES_S = 30 * 24 * 3600
_STREAM = f"KV_{DOOR_BUCKET}"
_SUBJECT = f"$KV.{DOOR_BUCKET}."


class DoorBook(Protocol):
    """Both raise `TableUnavailable` while the log does not answer."""

    async def read(self, key: str) -> tuple[bytes, int]:
        """An entry and its sequence; empty and 0 where there is none."""

    async def write(self, key: str, value: bytes, expected_seq: int) -> bool:
        """Write behind an entry; False if another was quicker."""


class BucketDoorBook:
    """See `DoorBook`."""

    def __init__(self, client: Client, api_prefix: str) -> None:
        self._client = client
        self._api = JetStreamApi(client, api_prefix, timeout_s=2.0)

    async def read(self, key: str) -> tuple[bytes, int]:
        try:
            found = await self._api.message(_STREAM, {"last_by_subj": f"{_SUBJECT}{key}"})
        except (nats.errors.Error, OSError, TimeoutError, ApiRefused) as error:
            raise TableUnavailable(retry_ms=RETRY_MS) from error
        return (b"", 0) if found is None else (found.data, found.seq)

    async def write(self, key: str, value: bytes, expected_seq: int) -> bool:
        refused = await self._published(
            key, value, {"Nats-TTL": f"{LIVES_S}s", "Nats-Expected-Last-Subject-Sequence": str(expected_seq)}
        )
        if refused is None:
            return True
        if refused.err_code in {WRONG_LAST_SEQUENCE, ANOTHER_IN_FLIGHT}:
            return False
        raise TableUnavailable(retry_ms=RETRY_MS)

    async def put(self, key: str, value: bytes, lives_s: int) -> None:
        """Write whatever stands there, for so long."""
        if await self._published(key, value, {"Nats-TTL": f"{lives_s}s"}) is not None:
            raise TableUnavailable(retry_ms=RETRY_MS)

    async def under(self, prefix: str) -> list[tuple[str, bytes, int]]:
        """Keys that begin with a prefix (which ends with a dot), with entries and sequences."""
        found: list[tuple[str, bytes, int]] = []
        subject, next_seq = f"{_SUBJECT}{prefix}>", 1
        while True:
            try:
                one = await self._api.message(_STREAM, {"seq": next_seq, "next_by_subj": subject})
            except (nats.errors.Error, OSError, TimeoutError, ApiRefused) as error:
                raise TableUnavailable(retry_ms=RETRY_MS) from error
            if one is None:
                return found
            found.append((one.subject.removeprefix(_SUBJECT), one.data, one.seq))
            next_seq = one.seq + 1

    async def _published(self, key: str, value: bytes, headers: dict[str, str]) -> ApiError | None:
        try:
            reply = await self._client.request(f"{_SUBJECT}{key}", value, timeout=2, headers=headers)
        except (nats.errors.Error, OSError, TimeoutError) as error:
            # Perhaps it stands there: whoever asks again finds himself in the book, which does no harm.
            raise TableUnavailable(retry_ms=RETRY_MS) from error
        return decode_publish_answer(reply.data).error
