"""The streams as they are founded: which subjects, how long, how many of each."""

from typing import Any

from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from riverrun.contracts.subjects import (
    ALBUMS_STREAM,
    ALL_ALBUMS,
    ALL_AUDIT,
    ALL_CLUB_SNAPSHOTS,
    ALL_CLUBS,
    ALL_IMPORTED,
    ALL_LEDGER,
    ALL_PEOPLE,
    ALL_REVIEWS,
    ALL_SNAPSHOTS,
    ALL_TABLES,
    ALL_TALK,
    AUDIT_STREAM,
    CLUB_SNAPSHOTS_STREAM,
    CLUBS_STREAM,
    IMPORTED_STREAM,
    LEDGER_STREAM,
    PEOPLE_STREAM,
    REVIEWS_STREAM,
    SNAPSHOTS_STREAM,
    TABLES_STREAM,
    TALK_STREAM,
)
from riverrun.runtime.nats.users import (
    ALL_DOOR,
    ALL_LEASES,
    ALL_LOBBY,
    ALL_PERSON_KEYS,
    ALL_REVOKED,
    DOOR_STREAM,
    LEASES_STREAM,
    LOBBY_STREAM,
    PERSON_KEYS_STREAM,
    REVOKED_STREAM,
)

MAX_COMMIT_BYTES = 256 * 1024
"""A commit is mostly under 4 KB; the greatest, a finished hand of nine with its proofs, stays under 32 KB."""
MAX_SNAPSHOT_BYTES = 512 * 1024
MAX_SMALL_BYTES = 4 * 1024
TALK_LIVES_S = 30 * 24 * 3600


def stream_configs(replicas: int) -> tuple[StreamConfig, ...]:
    """All of them; but for talk, leases and revoked tokens nothing is discarded for its age."""
    return (
        events_config(TABLES_STREAM, ALL_TABLES, "every table's commits: the truth", replicas, atomic=False),
        snapshots_config(SNAPSHOTS_STREAM, ALL_SNAPSHOTS, replicas),
        _lobby(replicas),
        _expiring(LEASES_STREAM, ALL_LEASES, "which process hosts which slot", replicas),
        _talk(replicas),
        events_config(
            PEOPLE_STREAM, ALL_PEOPLE, "people's accounts, private things in boxes", replicas, atomic=False
        ),
        _person_keys(replicas),
        _expiring(DOOR_STREAM, ALL_DOOR, "who sits where, and from where he came", replicas),
        events_config(AUDIT_STREAM, ALL_AUDIT, "who did what, sealed", replicas, atomic=False),
        _expiring(REVOKED_STREAM, ALL_REVOKED, "whose tokens count no more", replicas),
        events_config(LEDGER_STREAM, ALL_LEDGER, "every club's ledger: the truth about chips", replicas),
        events_config(CLUBS_STREAM, ALL_CLUBS, "clubs, members, roles, templates", replicas),
        snapshots_config(CLUB_SNAPSHOTS_STREAM, ALL_CLUB_SNAPSHOTS, replicas),
        events_config(
            ALBUMS_STREAM, ALL_ALBUMS, "hands that players keep, and show to others", replicas, atomic=False
        ),
        events_config(IMPORTED_STREAM, ALL_IMPORTED, "hands played elsewhere", replicas, atomic=False),
        events_config(REVIEWS_STREAM, ALL_REVIEWS, "decisions on findings of review", replicas, atomic=False),
    )


def events_config(
    stream: str, subjects: str, description: str, replicas: int, *, atomic: bool = True
) -> StreamConfig:
    """A stream of events: kept for ever. `atomic`: several events of one save may go as a batch."""
    return _stream(
        stream,
        subjects,
        description,
        replicas,
        discard=DiscardPolicy.NEW,
        max_age=0,
        max_msgs=-1,
        max_bytes=-1,
        max_msgs_per_subject=-1,
        max_msg_size=MAX_COMMIT_BYTES,
        deny_delete=True,
        deny_purge=True,
        allow_direct=True,
        allow_atomic=atomic,
    )


def snapshots_config(stream: str, subjects: str, replicas: int) -> StreamConfig:
    """A stream of snapshots: the newest of each."""
    return _stream(
        stream,
        subjects,
        "the newest snapshot of each; may be lost without loss",
        replicas,
        discard=DiscardPolicy.OLD,
        max_msgs_per_subject=1,
        max_msg_size=MAX_SNAPSHOT_BYTES,
        allow_direct=True,
    )


def _lobby(replicas: int) -> StreamConfig:
    """A key-value bucket is a stream of this shape; nats-py and the nats tool open it as one."""
    return _stream(
        LOBBY_STREAM,
        ALL_LOBBY,
        "the list of tables",
        replicas,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        allow_direct=True,
        allow_rollup_hdrs=True,
        deny_delete=True,
    )


def _expiring(stream: str, subjects: str, description: str, replicas: int) -> StreamConfig:
    """A bucket whose entries carry a life of their own: a lease that is not renewed is gone."""
    return _stream(
        stream,
        subjects,
        description,
        replicas,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        allow_direct=True,
        allow_msg_ttl=True,
        deny_delete=True,
    )


def _person_keys(replicas: int) -> StreamConfig:
    """One value a key, so that an emptied entry drops the key that stood there."""
    return _stream(
        PERSON_KEYS_STREAM,
        ALL_PERSON_KEYS,
        "each person's key, sealed; an emptied entry is a deleted person",
        replicas,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        max_msg_size=MAX_SMALL_BYTES,
        deny_delete=True,
        deny_purge=True,
    )


def _talk(replicas: int) -> StreamConfig:
    return _stream(
        TALK_STREAM,
        ALL_TALK,
        "what people say at tables, for a while",
        replicas,
        discard=DiscardPolicy.OLD,
        max_age=TALK_LIVES_S,
        max_msg_size=MAX_SMALL_BYTES,
    )


def _stream(name: str, subjects: str, description: str, replicas: int, **chosen: Any) -> StreamConfig:
    """In files, and never thrown away because everybody has read it."""
    return StreamConfig(
        name=name,
        description=description,
        subjects=[subjects],
        storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS,
        num_replicas=replicas,
        **chosen,
    )
