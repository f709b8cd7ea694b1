"""A club as it stands, and how each event changes it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId, root_of
from services.club.clubs.club_events import (
    AgentAssigned,
    AgentTermsSet,
    BanLifted,
    ClubEvent,
    ClubFounded,
    ClubLimits,
    ClubTableClosed,
    ClubTableOpened,
    ClubTableRolled,
    CodeChanged,
    JoinAnswered,
    JoinAsked,
    LimitsSet,
    MemberBanned,
    MemberLeft,
    RoleGiven,
    TemplateDropped,
    TemplateSaved,
)
from services.club.clubs.roles import Role, Standing
from services.club.ledger.ledger_events import LedgerKind

CAUSES_KEPT = 256


class Member(msgspec.Struct, frozen=True):
    """One who belongs to the club; `rakeback_bps` is an agent's share."""

    player: PlayerId
    name: str
    role: Role
    since_ms: int
    agent: PlayerId = ""
    rakeback_bps: int = 0


class ClubTable(msgspec.Struct, frozen=True):
    """A table of the club."""

    table: TableId
    template: str
    config: TableConfig
    open: bool = True


class Club(msgspec.Struct, frozen=True):
    """One club. `causes` are the newest commands that were carried out: none is carried out twice."""

    id: str
    name: str
    kind: LedgerKind
    owner: PlayerId
    code: str
    version: int = 1
    members: dict[PlayerId, Member] = {}
    asking: dict[PlayerId, str] = {}
    limits: ClubLimits = ClubLimits()
    templates: dict[str, TableConfig] = {}
    tables: dict[TableId, ClubTable] = {}
    causes: tuple[CommandId, ...] = ()
    agents_before: dict[PlayerId, PlayerId] = {}
    """Whose members those were who have left: their rake of the period is still to be shared."""
    banned: dict[PlayerId, str] = {}
    """By their ids, with the names that the club knew them by."""

    @property
    def agents(self) -> dict[PlayerId, PlayerId]:
        """Whose member each is who has an agent; of those who have left, whose they were."""
        now = {one.player: one.agent for one in self.members.values() if one.agent}
        return {**self.agents_before, **now}

    def standing(self, player: PlayerId) -> Standing:
        """The player's role here."""
        found = self.members.get(player)
        return "stranger" if found is None else found.role


def is_among(tables: Iterable[TableId], table: TableId) -> bool:
    """Whether it is one of them; one that has just rolled may be known under the id before alone."""
    return any(root_of(one) == root_of(table) for one in tables)


def evolve(club: Club | None, event: Any) -> Club:
    """The club after an event."""
    assert isinstance(event, ClubEvent)
    if isinstance(event, ClubFounded):
        owner = Member(event.by, event.owner_name, "owner", event.at_ms)
        return Club(
            event.club,
            event.name,
            event.kind,
            event.by,
            event.code,
            members={event.by: owner},
            causes=(event.cause,),
        )
    assert club is not None, "a club begins by being founded"
    causes = club.causes if event.cause in club.causes else (*club.causes, event.cause)[-CAUSES_KEPT:]
    return msgspec.structs.replace(_changed(club, event), version=club.version + 1, causes=causes)


def _changed(club: Club, event: Any) -> Club:
    replace = msgspec.structs.replace
    match event:
        case JoinAsked():
            return replace(club, asking={**club.asking, event.by: event.name})
        case JoinAnswered():
            return _answered(club, event)
        case MemberLeft():
            return _gone(club, event.player)
        case MemberBanned():
            banned = {**club.banned, event.player: event.name}
            return replace(club, banned=banned, asking=_without(club.asking, event.player))
        case BanLifted():
            return replace(club, banned=_without(club.banned, event.player))
        case RoleGiven():
            return _given(club, event)
        case AgentAssigned():
            return _member(club, event.player, agent=event.agent)
        case AgentTermsSet():
            return _member(club, event.agent, rakeback_bps=event.rakeback_bps)
        case CodeChanged():
            return replace(club, code=event.code)
        case LimitsSet():
            return replace(club, limits=event.limits)
        case _:
            return _furnished(club, event)


def _furnished(club: Club, event: Any) -> Club:
    replace = msgspec.structs.replace
    match event:
        case TemplateSaved():
            return replace(club, templates={**club.templates, event.template: event.config})
        case TemplateDropped():
            return replace(club, templates=_without(club.templates, event.template))
        case ClubTableOpened():
            opened = ClubTable(event.table, event.template, event.config)
            return replace(club, tables={**club.tables, event.table: opened})
        case ClubTableClosed():
            closed = replace(club.tables[event.table], open=False)
            return replace(club, tables={**club.tables, event.table: closed})
        case ClubTableRolled():
            return replace(club, tables=_rolled(club.tables, event))
        case _:
            raise AssertionError(f"{type(event).__name__} does not follow")


def _rolled(tables: dict[TableId, ClubTable], event: ClubTableRolled) -> dict[TableId, ClubTable]:
    """The same table once more, under its next id."""
    before = tables[event.table]
    closed = msgspec.structs.replace(before, open=False)
    goes_on = msgspec.structs.replace(before, table=event.successor)
    return {**tables, event.table: closed, event.successor: goes_on}


def _answered(club: Club, event: JoinAnswered) -> Club:
    asking = _without(club.asking, event.player)
    if not event.admitted:
        return msgspec.structs.replace(club, asking=asking)
    joined = Member(event.player, club.asking[event.player], "member", event.at_ms)
    return msgspec.structs.replace(
        club,
        asking=asking,
        members={**club.members, event.player: joined},
        agents_before=_without(club.agents_before, event.player),
    )


def _gone(club: Club, player: PlayerId) -> Club:
    agent = club.members[player].agent
    before = {**club.agents_before, player: agent} if agent else club.agents_before
    return msgspec.structs.replace(club, members=_without(club.members, player), agents_before=before)


def _given(club: Club, event: RoleGiven) -> Club:
    if event.role == "owner":
        club = _member(club, club.owner, role="manager")
        club = msgspec.structs.replace(club, owner=event.player)
    return _member(club, event.player, role=event.role)


def _member(club: Club, player: PlayerId, **changes: Any) -> Club:
    changed = msgspec.structs.replace(club.members[player], **changes)
    return msgspec.structs.replace(club, members={**club.members, player: changed})


def _without(found: Any, key: str) -> Any:
    return {name: value for name, value in found.items() if name != key}
