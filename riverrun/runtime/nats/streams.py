"""Founding the streams, and refusing to work on streams that could lose what they hold."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import nats.errors
import nats.js.errors
import structlog
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from riverrun.contracts.subjects import (
    ALL_CLUB_SNAPSHOTS,
    ALL_CLUBS,
    ALL_LEDGER,
    ALL_PEOPLE,
    ALL_SNAPSHOTS,
    ALL_TABLES,
    ALL_TALK,
    CLUB_SNAPSHOTS_STREAM,
    CLUBS_STREAM,
    LEDGER_STREAM,
    PEOPLE_STREAM,
    SNAPSHOTS_STREAM,
    TABLES_STREAM,
    TALK_STREAM,
)
from riverrun.runtime.nats.users import (
    ALL_LEASES,
    ALL_LOBBY,
    ALL_PERSON_KEYS,
    ALL_REVOKED,
    LEASES_STREAM,
    LOBBY_STREAM,
    PERSON_KEYS_STREAM,
    REVOKED_STREAM,
)

log = structlog.get_logger(__name__)

MAX_COMMIT_BYTES = 256 * 1024
"""A commit is mostly under 4 KB; the greatest, a finished hand of nine with its proofs, stays under 32 KB."""
MAX_SNAPSHOT_BYTES = 512 * 1024
MAX_TALK_BYTES = 4 * 1024
TALK_LIVES_S = 30 * 24 * 3600


class UnsafeStream(RuntimeError):
    """A stream exists with settings under which it could lose what it holds, or refuse what we write."""

    def __init__(self, stream: str, differences: Sequence[str]) -> None:
        super().__init__(f"stream {stream} is not what it must be: {'; '.join(differences)}")
        self.stream = stream
        self.differences = tuple(differences)


def stream_configs(replicas: int) -> tuple[StreamConfig, ...]:
    """The streams as they are founded; but for talk nothing is discarded for its age, number or size."""
    tables = StreamConfig(
        name=TABLES_STREAM,
        description="every table's commits: the truth",
        subjects=[ALL_TABLES],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_age=0,
        max_msgs=-1,
        max_bytes=-1,
        max_msgs_per_subject=-1,
        max_msg_size=MAX_COMMIT_BYTES,
        num_replicas=replicas,
        deny_delete=True,
        deny_purge=True,
        allow_direct=True,
    )
    newest_only = StreamConfig(
        name=SNAPSHOTS_STREAM,
        description="each table's newest snapshot; may be lost without loss",
        subjects=[ALL_SNAPSHOTS],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.OLD,
        max_msgs_per_subject=1,
        max_msg_size=MAX_SNAPSHOT_BYTES,
        num_replicas=replicas,
        allow_direct=True,
    )
    # A key-value bucket is a stream of this shape; nats-py and the nats tool open it as one.
    lobby = StreamConfig(
        name=LOBBY_STREAM,
        description="the list of tables",
        subjects=[ALL_LOBBY],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        num_replicas=replicas,
        allow_direct=True,
        allow_rollup_hdrs=True,
        deny_delete=True,
    )
    # Entries carry a life of their own: a lease that is not renewed is gone.
    leases = StreamConfig(
        name=LEASES_STREAM,
        description="which process hosts which slot",
        subjects=[ALL_LEASES],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        num_replicas=replicas,
        allow_direct=True,
        allow_msg_ttl=True,
        deny_delete=True,
    )
    others = (*_people_configs(replicas), *_club_configs(replicas))
    return tables, newest_only, lobby, leases, _talk_config(replicas), *others


def _club_configs(replicas: int) -> tuple[StreamConfig, ...]:
    return (
        events_config(LEDGER_STREAM, ALL_LEDGER, "every club's ledger: the truth about chips", replicas),
        events_config(CLUBS_STREAM, ALL_CLUBS, "clubs, members, roles, templates", replicas),
        snapshots_config(CLUB_SNAPSHOTS_STREAM, ALL_CLUB_SNAPSHOTS, replicas),
    )


def events_config(stream: str, subjects: str, description: str, replicas: int) -> StreamConfig:
    """A stream for aggregates' events: kept for ever; several events of one save go as an atomic batch."""
    return StreamConfig(
        name=stream,
        description=description,
        subjects=[subjects],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_age=0,
        max_msgs=-1,
        max_bytes=-1,
        max_msgs_per_subject=-1,
        max_msg_size=MAX_COMMIT_BYTES,
        num_replicas=replicas,
        deny_delete=True,
        deny_purge=True,
        allow_direct=True,
        allow_atomic=True,
    )


def snapshots_config(stream: str, subjects: str, replicas: int) -> StreamConfig:
    """A stream for aggregates' snapshots: the newest of each."""
    return StreamConfig(
        name=stream,
        description="the newest snapshot of each; may be lost without loss",
        subjects=[subjects],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.OLD,
        max_msgs_per_subject=1,
        max_msg_size=MAX_SNAPSHOT_BYTES,
        num_replicas=replicas,
        allow_direct=True,
    )


def _talk_config(replicas: int) -> StreamConfig:
    return StreamConfig(
        name=TALK_STREAM,
        description="what people say at tables, for a while",
        subjects=[ALL_TALK],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.OLD,
        max_age=TALK_LIVES_S,
        max_msg_size=MAX_TALK_BYTES,
        num_replicas=replicas,
    )


def _people_configs(replicas: int) -> tuple[StreamConfig, ...]:
    people = StreamConfig(
        name=PEOPLE_STREAM,
        description="what happened to people; what is private opens with the person's key only",
        subjects=[ALL_PEOPLE],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_msg_size=MAX_COMMIT_BYTES,
        num_replicas=replicas,
        deny_delete=True,
        deny_purge=True,
        allow_direct=True,
    )
    # One value a key, so that an emptied entry drops the key that stood there.
    person_keys = StreamConfig(
        name=PERSON_KEYS_STREAM,
        description="each person's key, sealed; an emptied entry is a deleted person",
        subjects=[ALL_PERSON_KEYS],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        max_msg_size=MAX_TALK_BYTES,
        num_replicas=replicas,
        deny_delete=True,
        deny_purge=True,
    )
    revoked = StreamConfig(
        name=REVOKED_STREAM,
        description="sessions and guests whose tokens count no more, for as long as those would last",
        subjects=[ALL_REVOKED],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        max_msg_size=MAX_TALK_BYTES,
        num_replicas=replicas,
        allow_direct=True,
        allow_msg_ttl=True,
        deny_delete=True,
    )
    return people, person_keys, revoked


_MUST_AGREE = (
    "subjects",
    "storage",
    "retention",
    "discard",
    "max_age",
    "max_msgs",
    "max_bytes",
    "max_msgs_per_subject",
    "deny_delete",
    "deny_purge",
    "allow_rollup_hdrs",
    "allow_direct",
    "allow_atomic",
    "sealed",
    "persist_mode",
    "mirror",
    "sources",
    "subject_transform",
)


_NOT_YET = (
    nats.errors.TimeoutError,
    nats.errors.NoRespondersError,
    nats.js.errors.ServerError,
    nats.js.errors.ServiceUnavailableError,
)
"""What a cluster answers while it elects its leaders."""


async def found_streams(client: Client, replicas: int = 1, timeout_s: float = 30.0) -> None:
    """Found what is missing and check what is there; to be done as the operator, as often as one likes.

    Waits for a cluster that is still electing its leaders. Raises `UnsafeStream`, `TimeoutError`.
    """
    jetstream = client.jetstream(timeout=5)
    for config in stream_configs(replicas):
        await _found(jetstream, config, time.monotonic() + timeout_s)


async def _found(jetstream: JetStreamContext, config: StreamConfig, deadline: float) -> None:
    assert config.name is not None
    while True:
        try:
            try:
                found = (await jetstream.stream_info(config.name)).config
            except nats.js.errors.NotFoundError:
                found = (await jetstream.add_stream(config)).config
                log.info("stream_founded", stream=config.name, replicas=config.num_replicas)
        except _NOT_YET as error:
            if time.monotonic() > deadline:
                raise TimeoutError(f"stream {config.name}: {error!r}") from error
            await asyncio.sleep(0.25)
            continue
        differences = dangerous_differences(found, config)
        if differences:
            raise UnsafeStream(config.name, differences)
        return


def dangerous_differences(found: StreamConfig, wanted: StreamConfig) -> tuple[str, ...]:
    """Which settings of a stream put its content at risk; more replicas than asked for do not."""
    differences = [
        f"{field} is {_plain(getattr(found, field))}, must be {_plain(getattr(wanted, field))}"
        for field in _MUST_AGREE
        if _plain(getattr(found, field)) != _plain(getattr(wanted, field))
    ]
    if (found.num_replicas or 1) < (wanted.num_replicas or 1):
        differences.append(f"num_replicas is {found.num_replicas}, must be at least {wanted.num_replicas}")
    return tuple(differences)


_UNSET: Sequence[Any] = (None, False, 0, 0.0, -1, "", "default")


def _plain(value: Any) -> Any:
    """A setting as written, with all the ways of not setting it made one."""
    value = getattr(value, "value", value)
    return None if value in _UNSET else value
