"""Clubs, members and entries from the inner protocol's words to the clients'."""

import msgspec

from riverrun.contracts.club_messages import (
    ClubBounds,
    ClubKind,
    ClubMember,
    ClubRole,
    ClubsTable,
    ClubTemplate,
    LedgerEntry,
    MemberSettlement,
    ShownClub,
    Spectators,
)
from riverrun.contracts.table_config import TableConfig
from riverrun.pb.club.v1 import club_pb2 as pb

KINDS: dict[ClubKind, pb.Kind.ValueType] = {"play": pb.KIND_PLAY, "real": pb.KIND_REAL}
ROLES: dict[ClubRole, pb.Role.ValueType] = {
    "owner": pb.ROLE_OWNER,
    "manager": pb.ROLE_MANAGER,
    "agent": pb.ROLE_AGENT,
    "member": pb.ROLE_MEMBER,
}
SPECTATORS: dict[Spectators, pb.Spectators.ValueType] = {
    "members": pb.SPECTATORS_MEMBERS,
    "all": pb.SPECTATORS_ALL,
}
_KIND = {value: name for name, value in KINDS.items()}
_ROLE = {value: name for name, value in ROLES.items()}
_SPECTATORS = {value: name for name, value in SPECTATORS.items()}
MANAGE = {pb.ROLE_OWNER, pb.ROLE_MANAGER}


def told_bounds(bounds: ClubBounds) -> pb.Limits:
    """Bounds as the service is told them."""
    fields = {**msgspec.structs.asdict(bounds), "spectators": SPECTATORS[bounds.spectators]}
    return pb.Limits(**fields)


def shown_club(club: pb.Club) -> ShownClub:
    """A club as the service showed it."""
    manages = club.role in MANAGE
    limits = club.limits
    return ShownClub(
        club.club,
        club.name,
        _KIND[club.kind],
        club.owner,
        _ROLE.get(club.role),
        club.members,
        [ClubsTable(one.table, one.template, one.open) for one in club.tables],
        club.code if manages else None,
        ClubBounds(
            limits.members,
            limits.tables,
            limits.big_blind,
            limits.buy_in,
            limits.open_house,
            limits.insurance,
            _SPECTATORS[limits.spectators],
        )
        if manages
        else None,
        [ClubTemplate(one.name, msgspec.json.decode(one.options, type=TableConfig)) for one in club.templates]
        if manages
        else None,
    )


def shown_member(member: pb.Member) -> ClubMember:
    """A member."""
    return ClubMember(
        member.player,
        member.name,
        _ROLE[member.role],
        member.since_ms,
        member.agent,
        member.rakeback_bps,
        member.balance,
    )


def shown_entry(entry: pb.Entry) -> LedgerEntry:
    """An entry."""
    return LedgerEntry(
        entry.entry,
        entry.transfer,
        entry.account,
        entry.other,
        entry.amount,
        entry.balance,
        entry.reason,
        entry.note,
        entry.by,
        entry.at_ms,
    )


def shown_line(line: pb.SettledLine) -> MemberSettlement:
    """A member's period."""
    return MemberSettlement(
        line.player,
        line.bought,
        line.cashed_out,
        line.granted,
        line.taken_back,
        line.rake,
        line.fees,
        line.agent,
        line.rakeback,
        dict(line.earlier),
    )
