"""The users of the NATS server: each service logs in as its own and may do only what stands here.

Two accounts, not one. The server answers an API request on whatever reply subject the client names, without
asking whether the client may publish there: within one account, anyone who may call any API could so put
rubbish into `tables.>` and stop a table (measured, ADR 4). Across accounts the server puts its own instead.
"""

from dataclasses import dataclass
from typing import Literal

from riverrun.contracts.subjects import (
    ALBUMS_STREAM,
    ALL_ALBUMS,
    ALL_AUDIT,
    ALL_CLUB_SNAPSHOTS,
    ALL_CLUBS,
    ALL_COMMANDS,
    ALL_DELETED,
    ALL_IMPORTED,
    ALL_LEDGER,
    ALL_ORDERS,
    ALL_PEOPLE,
    ALL_REVIEWS,
    ALL_SNAPSHOTS,
    ALL_TABLES,
    ALL_TALK,
    ALL_VIEWS,
    AUDIT_STREAM,
    CLUB_SNAPSHOTS_STREAM,
    CLUBS_STREAM,
    DOOR_BUCKET,
    IMPORTED_STREAM,
    LEASES_BUCKET,
    LEDGER_STREAM,
    LOBBY_BUCKET,
    PEOPLE_STREAM,
    PERSON_KEYS_BUCKET,
    REVIEWS_STREAM,
    REVOKED_BUCKET,
    SNAPSHOTS_STREAM,
    TABLES_STREAM,
)

Account = Literal["LOG", "EDGE"]

LOBBY_STREAM = f"KV_{LOBBY_BUCKET}"
ALL_LOBBY = f"$KV.{LOBBY_BUCKET}.>"
LEASES_STREAM = f"KV_{LEASES_BUCKET}"
ALL_LEASES = f"$KV.{LEASES_BUCKET}.>"
PERSON_KEYS_STREAM = f"KV_{PERSON_KEYS_BUCKET}"
ALL_PERSON_KEYS = f"$KV.{PERSON_KEYS_BUCKET}.>"
REVOKED_STREAM = f"KV_{REVOKED_BUCKET}"
ALL_REVOKED = f"$KV.{REVOKED_BUCKET}.>"
DOOR_STREAM = f"KV_{DOOR_BUCKET}"
ALL_DOOR = f"$KV.{DOOR_BUCKET}.>"

API_PREFIX: dict[Account, str] = {"LOG": "$JS.API", "EDGE": "log"}
"""How JetStream's API is called: EDGE has no JetStream of its own and reaches LOG's under another name."""

AUDITED = (
    f"DIRECT.GET.{LOBBY_STREAM}",
    f"DIRECT.GET.{TABLES_STREAM}",
    f"STREAM.MSG.GET.{TABLES_STREAM}",
    f"STREAM.MSG.GET.{SNAPSHOTS_STREAM}",
    f"STREAM.MSG.GET.{LOBBY_STREAM}",
    f"STREAM.INFO.{TABLES_STREAM}",
    f"STREAM.INFO.{SNAPSHOTS_STREAM}",
    f"STREAM.INFO.{LOBBY_STREAM}",
    *(
        f"{call}.{stream}"
        for stream in (LEDGER_STREAM, CLUBS_STREAM, AUDIT_STREAM, IMPORTED_STREAM, REVIEWS_STREAM)
        for call in ("DIRECT.GET", "STREAM.MSG.GET", "STREAM.INFO")
    ),
)
DOOR_READ = (f"STREAM.MSG.GET.{DOOR_STREAM}",)
REVOKED_READ = (f"DIRECT.GET.{REVOKED_STREAM}", f"STREAM.MSG.GET.{REVOKED_STREAM}")
PEOPLE_READ = (
    f"DIRECT.GET.{PEOPLE_STREAM}",
    f"STREAM.MSG.GET.{PEOPLE_STREAM}",
    f"STREAM.MSG.GET.{PERSON_KEYS_STREAM}",
)
REVIEWS_READ = (f"DIRECT.GET.{REVIEWS_STREAM}", f"STREAM.MSG.GET.{REVIEWS_STREAM}")
ALBUMS_READ = (f"DIRECT.GET.{ALBUMS_STREAM}", f"STREAM.MSG.GET.{ALBUMS_STREAM}")
DELETED_READ = (f"DIRECT.GET.{PEOPLE_STREAM}.{ALL_DELETED}",)
"""Whether somebody's account is deleted, and nothing else of people."""
API_FOR_EDGE = (*AUDITED, *REVOKED_READ, *PEOPLE_READ, *DOOR_READ, *ALBUMS_READ, *DELETED_READ)
"""What EDGE may ask of the log at all: reading only. A user may use the part that its permissions name."""

WRITTEN_ABOUT_PEOPLE = (ALL_PEOPLE, ALL_PERSON_KEYS, ALL_REVOKED)
WRITTEN_AT_THE_DOOR = (ALL_DOOR, ALL_AUDIT)
WRITTEN_FROM_EDGE = (*WRITTEN_ABOUT_PEOPLE, *WRITTEN_AT_THE_DOOR, ALL_ALBUMS, ALL_REVIEWS)
"""Where EDGE's services may have something stored; which of them, their permissions say."""

CHANGES_A_STREAM = tuple(
    f"$JS.API.{call}.>"
    for call in (
        "STREAM.CREATE",
        "STREAM.UPDATE",
        "STREAM.DELETE",
        "STREAM.PURGE",
        "STREAM.RESTORE",
        "STREAM.MSG.DELETE",
        "STREAM.PEER.REMOVE",
        "STREAM.LEADER.STEPDOWN",
    )
)
"""Denied to everyone but the operator, by name as well as by absence from what is allowed."""


@dataclass(frozen=True)
class User:
    """One login: where it lives, what it may publish and hear, and whether it answers requests."""

    name: str
    account: Account
    publish: tuple[str, ...]
    subscribe: tuple[str, ...] = ()
    answers: bool = False
    founds: bool = False

    @property
    def inbox_prefix(self) -> str:
        """Where this user, and nobody else, listens for replies."""
        return f"_INBOX_{self.name}"

    @property
    def api_prefix(self) -> str:
        """How this user calls JetStream's API."""
        return API_PREFIX[self.account]

    @property
    def password_variable(self) -> str:
        """The environment variable from which server and service take the password."""
        return f"NATS_{self.name.upper()}_PASSWORD"


def _api(account: Account, *calls: str) -> tuple[str, ...]:
    return tuple(f"{API_PREFIX[account]}.{call}" for call in calls)


OPERATOR = User(
    "operator",
    "LOG",
    publish=("$JS.API.>", ALL_ORDERS, ALL_AUDIT, ALL_IMPORTED, ALL_REVIEWS),
    founds=True,
)
"""Founds and mends streams, gives tables orders, brings in hands from elsewhere and decides on findings;
used by operators' commands, never by a service."""

TABLE = User(
    "table",
    "LOG",
    publish=(
        ALL_TABLES,
        ALL_SNAPSHOTS,
        ALL_VIEWS,
        ALL_TALK,
        ALL_LOBBY,
        ALL_LEASES,
        *_api(
            "LOG",
            f"STREAM.INFO.{TABLES_STREAM}",
            f"STREAM.INFO.{SNAPSHOTS_STREAM}",
            f"STREAM.MSG.GET.{TABLES_STREAM}",
            f"DIRECT.GET.{TABLES_STREAM}",
            f"STREAM.MSG.GET.{SNAPSHOTS_STREAM}",
            f"STREAM.MSG.GET.{LOBBY_STREAM}",
            f"DIRECT.GET.{LOBBY_STREAM}",
            f"STREAM.MSG.GET.{LEASES_STREAM}",
            f"DIRECT.GET.{LEASES_STREAM}",
        ),
    ),
    subscribe=(ALL_COMMANDS, ALL_ORDERS),
    answers=True,
)
"""The only user that writes tables' commits, and what is said at tables."""

IDENTITY = User(
    "identity",
    "EDGE",
    publish=(*WRITTEN_ABOUT_PEOPLE, *_api("EDGE", *REVOKED_READ, *PEOPLE_READ)),
)
"""The only user that reads or writes what happened to people, and the keys to what is private about them."""

CLUB = User(
    "club",
    "LOG",
    publish=(
        ALL_LEDGER,
        ALL_CLUBS,
        ALL_CLUB_SNAPSHOTS,
        ALL_COMMANDS,
        ALL_ORDERS,
        *_api(
            "LOG",
            *(
                f"{call}.{stream}"
                for stream in (LEDGER_STREAM, CLUBS_STREAM, CLUB_SNAPSHOTS_STREAM, TABLES_STREAM)
                for call in ("STREAM.MSG.GET", "DIRECT.GET")
            ),
            f"STREAM.INFO.{LEDGER_STREAM}",
            f"STREAM.INFO.{CLUBS_STREAM}",
            f"STREAM.INFO.{TABLES_STREAM}",
        ),
    ),
)
"""Writes ledgers and clubs, has tables opened and players leave them, and follows tables' commits without
ever writing one."""

GATEWAY = User(
    "gateway",
    "EDGE",
    publish=(
        ALL_COMMANDS,
        *WRITTEN_AT_THE_DOOR,
        *_api(
            "EDGE",
            f"STREAM.MSG.GET.{LOBBY_STREAM}",
            f"DIRECT.GET.{LOBBY_STREAM}",
            *REVOKED_READ,
            *DOOR_READ,
        ),
    ),
    subscribe=(ALL_VIEWS, ALL_TALK, ALL_LOBBY, ALL_REVOKED),
)
"""The apps' door: sends commands, hears views, reads the lobby and which tokens count no more; keeps the
door's book, and writes the audit log without reading it."""

AUDITOR = User("auditor", "EDGE", publish=_api("EDGE", *AUDITED))
"""Reads everything stored about tables and chips, and changes nothing: replay, audit, the list of tables."""

HISTORY = User(
    "history",
    "EDGE",
    publish=(
        ALL_ALBUMS,
        ALL_REVIEWS,
        *_api(
            "EDGE",
            *(
                f"{call}.{stream}"
                for stream in (TABLES_STREAM, IMPORTED_STREAM)
                for call in ("DIRECT.GET", "STREAM.MSG.GET", "STREAM.INFO")
            ),
            *ALBUMS_READ,
            *REVIEWS_READ,
            *DELETED_READ,
        ),
    ),
)
"""Reads tables' commits and imported hands, to project what has happened; keeps players' albums and what
was decided on findings of review, and may ask whose account is deleted."""

USERS = (OPERATOR, TABLE, IDENTITY, GATEWAY, AUDITOR, CLUB, HISTORY)


def user_named(name: str) -> User:
    """The user of that name. Raises `KeyError`."""
    return {user.name: user for user in USERS}[name]
