"""What goes out: clubs, members and entries in the words of the protocol."""

from collections.abc import Sequence

import msgspec

from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.clubs.club import Club, Member
from services.club.clubs.club_events import Spectators
from services.club.clubs.roles import MANAGERS
from services.club.counter.reading import KINDS, ROLES
from services.club.ledger.accounts import Account
from services.club.ledger.ledger_events import ChipsMoved, PeriodSettled, SettledLine

_KINDS = {name: pb.Kind.ValueType(value) for value, name in KINDS.items()}
_ROLES = {name: pb.Role.ValueType(value) for value, name in ROLES.items()}

_SPECTATORS: dict[Spectators, pb.Spectators.ValueType] = {
    "members": pb.SPECTATORS_MEMBERS,
    "all": pb.SPECTATORS_ALL,
}


def told_club(club: Club, player: PlayerId) -> pb.Club:
    """A club as the player may see it."""
    standing = club.standing(player)
    told = pb.Club(
        club=club.id,
        name=club.name,
        kind=_KINDS[club.kind],
        owner=club.owner,
        role=pb.ROLE_UNSPECIFIED if standing == "stranger" else _ROLES[standing],
        members=len(club.members),
        tables=[
            pb.Table(
                table=one.table,
                template=one.template,
                options=msgspec.json.encode(one.config),
                open=one.open,
            )
            for one in club.tables.values()
        ],
    )
    if standing in MANAGERS:
        told.code = club.code
        told.limits.CopyFrom(
            pb.Limits(
                members=club.limits.members,
                tables=club.limits.tables,
                big_blind=club.limits.big_blind,
                buy_in=club.limits.buy_in,
                open_house=club.limits.open_house,
                insurance=club.limits.insurance,
                spectators=_SPECTATORS[club.limits.spectators],
            )
        )
        told.templates.extend(
            pb.Template(name=name, options=msgspec.json.encode(config))
            for name, config in club.templates.items()
        )
    return told


def told_member(member: Member, balance: int) -> pb.Member:
    """A member as owner and managers see him."""
    return pb.Member(
        player=member.player,
        name=member.name,
        role=_ROLES[member.role],
        since_ms=member.since_ms,
        agent=member.agent,
        rakeback_bps=member.rakeback_bps,
        balance=balance,
    )


def told_entry(version: int, account: Account, moved: ChipsMoved) -> pb.Entry:
    """A transfer as it stands in an account."""
    pays = moved.source == account
    return pb.Entry(
        entry=version,
        transfer=moved.transfer,
        account=account,
        other=moved.target if pays else moved.source,
        amount=-moved.amount if pays else moved.amount,
        balance=moved.source_balance if pays else moved.target_balance,
        reason=moved.reason,
        note=moved.note,
        by=moved.by,
        at_ms=moved.at_ms,
    )


def told_period(parts: Sequence[PeriodSettled], agent: PlayerId = "") -> pb.SettleResponse:
    """A closed period, or what an agent may see of it: his members, and his shares of those who were his."""
    first = parts[0]
    return pb.SettleResponse(
        period=first.period,
        from_ms=first.from_ms,
        to_ms=first.to_ms,
        lines=[told for part in parts for line in part.lines if (told := _line(line, agent)) is not None],
    )


def _line(line: SettledLine, agent: PlayerId) -> pb.SettledLine | None:
    """As owner and managers see it, or as this agent does."""
    earlier = {who: share for who, share in line.earlier if agent in ("", who)}
    if agent not in ("", line.agent):
        return pb.SettledLine(player=line.player, earlier=earlier) if earlier else None
    return pb.SettledLine(
        player=line.player,
        bought=line.bought,
        cashed_out=line.cashed_out,
        granted=line.granted,
        taken_back=line.taken_back,
        rake=line.rake,
        fees=line.fees,
        agent=line.agent,
        rakeback=line.rakeback,
        earlier=earlier,
    )
