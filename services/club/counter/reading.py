"""What comes in, checked: ids, sizes of pages, amounts. Raises `BadArgument`."""

from hashlib import blake2b
from typing import Protocol

import msgspec

from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import NotAnIdentifier, PlayerId, command_id, player_id, table_id
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.club.clubs.club_events import ClubLimits, Spectators
from services.club.clubs.deciding import By
from services.club.clubs.roles import Role
from services.club.ledger.ledger_events import LedgerKind

KINDS: dict[int, LedgerKind] = {pb.KIND_PLAY: "play", pb.KIND_REAL: "real"}
ROLES: dict[int, Role] = {
    pb.ROLE_OWNER: "owner",
    pb.ROLE_MANAGER: "manager",
    pb.ROLE_AGENT: "agent",
    pb.ROLE_MEMBER: "member",
}
SPECTATORS: dict[int, Spectators] = {
    pb.SPECTATORS_UNSPECIFIED: "members",
    pb.SPECTATORS_MEMBERS: "members",
    pb.SPECTATORS_ALL: "all",
}
CONTENT_BYTES = 4
"""Enough to tell two wishes apart that one person has under one key."""
LARGEST_PAGE = 200
USUAL_PAGE = 50


class Wish(Protocol):
    """Any request that changes a club."""

    @property
    def by(self) -> pb.By:
        """Who wishes it."""

    def SerializeToString(self, *, deterministic: bool = ...) -> bytes:  # noqa: N802
        """What is wished."""


def who(by: pb.By) -> PlayerId:
    """Who asks."""
    return player(by.player, "by.player")


def wish(request: Wish, now_ms: int) -> By:
    """Who wishes what, and under which id."""
    by = request.by
    content = blake2b(request.SerializeToString(deterministic=True), digest_size=CONTENT_BYTES).hexdigest()
    try:
        return By(who(by), command_id(by.command), now_ms, content)
    except NotAnIdentifier as bad:
        raise BadArgument("bad_id", "by.command", str(bad)) from None


def player(text: str, field: str = "player") -> PlayerId:
    """A player's id."""
    try:
        return player_id(text)
    except NotAnIdentifier as bad:
        raise BadArgument("bad_id", field, str(bad)) from None


def club(text: str) -> str:
    """A club's id."""
    return player(text, "club")


def period(text: str) -> str:
    """A period's name, which stands in the ids of the transfers that close it."""
    try:
        return player_id(text)
    except NotAnIdentifier:
        raise BadArgument(
            "bad_id", "period", "a name of 1 to 64 letters, digits, `-` or `_`, such as 2026-11"
        ) from None


def table(text: str) -> str:
    """A table's id."""
    try:
        return table_id(text)
    except NotAnIdentifier as bad:
        raise BadArgument("bad_id", "table", str(bad)) from None


def transfer(text: str) -> str:
    """A transfer's id as clients give it; in the ledger it stands with who gave it, so that none is taken."""
    try:
        return command_id(text)
    except NotAnIdentifier as bad:
        raise BadArgument("bad_id", "transfer", str(bad)) from None


def kind(value: int) -> LedgerKind:
    """Play or real."""
    if value not in KINDS:
        raise BadArgument("bad_kind", "kind", "play or real")
    return KINDS[value]


def role(value: int) -> Role:
    """A role."""
    if value not in ROLES:
        raise BadArgument("bad_role", "role", "owner, manager, agent or member")
    return ROLES[value]


def limits(asked: pb.Limits) -> ClubLimits:
    """How large a club and its tables are to be."""
    if asked.spectators not in SPECTATORS:
        raise BadArgument("bad_spectators", "spectators", "members or all")
    return ClubLimits(
        asked.members,
        asked.tables,
        asked.big_blind,
        asked.buy_in,
        asked.open_house,
        asked.insurance,
        SPECTATORS[asked.spectators],
    )


def options(data: bytes) -> TableConfig:
    """A table's options."""
    try:
        return msgspec.json.decode(data, type=TableConfig)
    except msgspec.DecodeError as bad:
        raise BadArgument("bad_options", "template.options", str(bad)) from None


def size(asked: int) -> int:
    """How many a page holds."""
    if not 0 <= asked <= LARGEST_PAGE:
        raise BadArgument("bad_size", "size", f"0 to {LARGEST_PAGE}")
    return asked or USUAL_PAGE


def entry(page: str) -> int:
    """The entry with which a statement's page begins; 0 for the newest."""
    if not page:
        return 0
    if not page.isdecimal() or len(page) > 15:
        raise BadArgument("bad_page", "page", "what the page before gave")
    return int(page)
