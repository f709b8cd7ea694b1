"""What follows from a wish about a club: events, or a refusal. A wish carried out before gives none."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from riverrun.contracts.table_config import BadConfig, TableConfig, checked
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from services.club.clubs import refusals
from services.club.clubs.club import Club, Member, is_among
from services.club.clubs.club_events import (
    AgentAssigned,
    AgentTermsSet,
    ClubEvent,
    ClubLimits,
    ClubTableOpened,
    CodeChanged,
    JoinAnswered,
    JoinAsked,
    LimitsSet,
    MemberLeft,
    RoleGiven,
    TemplateDropped,
    TemplateSaved,
)
from services.club.clubs.roles import Role, may

MOST_MEMBERS = 10_000
MOST_TABLES = 500
MOST_TEMPLATES = 200


class By(msgspec.Struct, frozen=True):
    """Who wishes it, when, and the wish's id; `content` is a digest of what is wished, if known."""

    player: PlayerId
    cause: CommandId
    now_ms: int
    content: str = ""

    @property
    def kept(self) -> CommandId:
        """The wish's id with its content, as events have it."""
        return f"{self.cause}-{self.content}" if self.content else self.cause

    @property
    def head(self) -> tuple[CommandId, PlayerId, int]:
        """What every event begins with."""
        return self.kept, self.player, self.now_ms


Events = Sequence[ClubEvent]
Held = Mapping[str, Chips]
"""What a member's accounts in the club's books hold: his own, and what he earned as an agent."""


def allow(club: Club, player: PlayerId, call: str) -> None:
    """Raise `NotAllowed` unless the player's role allows the call."""
    standing = club.standing(player)
    if not may(call, standing):
        raise refusals.NotAllowed(call=call, role="" if standing == "stranger" else standing)


def was_carried_out(club: Club, by: By) -> bool:
    """Whether the wish was carried out before. Raises `IdReused` if another one was under its id."""
    # Releases before this one kept no content.
    if by.kept in club.causes or by.cause in club.causes:
        return True
    if any(cause.startswith(f"{by.cause}-") for cause in club.causes):
        raise refusals.IdReused
    return False


def checked_name(name: str) -> str:
    """A name as it may stand. Raises `BadName`."""
    if not 1 <= len(name) <= 40 or not name.isprintable() or not name.strip():
        raise refusals.BadName
    return name


def ask_to_join(club: Club, by: By, name: str, code: str) -> Events:
    """Only who has the code; the owner or a manager answers."""
    if code != club.code:
        raise refusals.UnknownClub
    if by.player in club.members:
        raise refusals.MemberBefore
    if by.player in club.banned:
        raise refusals.BannedFromClub
    if by.player in club.asking:
        return []
    return [JoinAsked(*by.head, checked_name(name))]


def welcome(club: Club, by: By) -> Events:
    """Who sits down in an open house is a member at once, unless he is banned; his id stands for the name."""
    if by.player in club.members or by.player in club.banned or not club.limits.open_house:
        return []
    asked = [] if by.player in club.asking else [JoinAsked(*by.head, by.player[:40])]
    admitted = answer_join_of(club, By(club.owner, by.cause, by.now_ms), by.player)
    return [*asked, admitted]


def answer_join(club: Club, by: By, player: PlayerId, admit: bool) -> Events:
    """Let in who asked, or not."""
    if player not in club.asking:
        raise refusals.NothingAsked(player=player)
    return [answer_join_of(club, by, player) if admit else JoinAnswered(*by.head, player, admitted=False)]


def answer_join_of(club: Club, by: By, player: PlayerId) -> JoinAnswered:
    """Let in, if there is room."""
    most = club.limits.members or MOST_MEMBERS
    if len(club.members) >= most:
        raise refusals.ClubFull(limit="members", most=most)
    return JoinAnswered(*by.head, player, admitted=True)


def leave(club: Club, by: By, held: Held) -> Events:
    """Go, with nothing left in the books."""
    return _out(club, by, by.player, held, "left")


def remove(club: Club, by: By, player: PlayerId, held: Held) -> Events:
    """Have a member go; managers are removed by the owner alone.

    Where he sits he is stood up, and his chips come home to the account in his name.
    """
    member = _member(club, player)
    if member.role == "manager" and club.owner != by.player:
        raise refusals.NotAllowed(call="Clubs.Remove", role=club.standing(by.player))
    return _out(club, by, player, held, "removed")


def _out(club: Club, by: By, player: PlayerId, held: Held, reason: Literal["left", "removed"]) -> Events:
    _member(club, player)
    if player == club.owner:
        raise refusals.OwnerStays
    for account, balance in held.items():
        if balance:
            raise refusals.ChipsLeft(account=account, balance=balance)
    return [MemberLeft(*by.head, player, reason)]


def give_role(club: Club, by: By, player: PlayerId, role: Role) -> Events:
    """Make a member something else; ownership passes on and is never lost."""
    member = _member(club, player)
    if player == club.owner:
        raise refusals.OwnerStays
    return [] if member.role == role else [RoleGiven(*by.head, player, role)]


def assign_agent(club: Club, by: By, player: PlayerId, agent: PlayerId) -> Events:
    """Say whose member one is; an empty agent for nobody's."""
    member = _member(club, player)
    if agent:
        _agent(club, agent)
    return [] if member.agent == agent else [AgentAssigned(*by.head, player, agent)]


def set_agent_terms(club: Club, by: By, agent: PlayerId, rakeback_bps: int) -> Events:
    """Say what an agent gets of his members' rake."""
    _agent(club, agent)
    if not 0 <= rakeback_bps <= 10_000:
        raise refusals.BadLimit(limit="rakeback_bps")
    return [AgentTermsSet(*by.head, agent, rakeback_bps)]


def change_code(club: Club, by: By, code: str) -> Events:
    """Let the code that is about be good for nothing."""
    return [] if code == club.code else [CodeChanged(*by.head, code)]


def set_limits(club: Club, by: By, limits: ClubLimits) -> Events:
    """Say how large the club and its tables may be."""
    bounds = {
        "members": MOST_MEMBERS,
        "tables": MOST_TABLES,
        "big_blind": MAX_CHIPS,
        "buy_in": MAX_CHIPS,
        "insurance": MAX_CHIPS,
    }
    for limit, most in bounds.items():
        if not 0 <= getattr(limits, limit) <= most:
            raise refusals.BadLimit(limit=limit)
    if limits.open_house and club.kind != "play":
        raise refusals.BadLimit(limit="open_house")
    return [] if limits == club.limits else [LimitsSet(*by.head, limits)]


def save_template(club: Club, by: By, template: str, config: TableConfig) -> Events:
    """Keep a set of options under a name."""
    checked_name(template)
    if template not in club.templates and len(club.templates) >= MOST_TEMPLATES:
        raise refusals.ClubFull(limit="templates", most=MOST_TEMPLATES)
    try:
        checked(config)
    except BadConfig as bad:
        raise refusals.BadTemplate(option=bad.option, why=str(bad)) from bad
    return [TemplateSaved(*by.head, template, config)]


def drop_template(club: Club, by: By, template: str) -> Events:
    """Keep it no more."""
    if template not in club.templates:
        raise refusals.UnknownTemplate(template=template)
    return [TemplateDropped(*by.head, template)]


def open_table(club: Club, by: By, template: str, table: TableId) -> Events:
    """A table with a template's options, the club's kind of chips and the club's accounts."""
    config = club.templates.get(template)
    if config is None:
        raise refusals.UnknownTemplate(template=template)
    most = club.limits.tables or MOST_TABLES
    if sum(one.open for one in club.tables.values()) >= most:
        raise refusals.ClubFull(limit="tables", most=most)
    _within_limits(club, config)
    config = msgspec.structs.replace(config, club=club.id, kind=club.kind)
    return [ClubTableOpened(*by.head, table, template, config)]


def rule_table(club: Club, table: TableId, options: TableConfig | None) -> None:
    """What is ordered at a table of the club's. Raises `UnknownClubTable`, `AboveClubLimit`."""
    if not is_among(club.tables, table):
        raise refusals.UnknownClubTable(table=table)
    if options is not None:
        _within_limits(club, options)


def _within_limits(club: Club, config: TableConfig) -> None:
    values = {"big_blind": config.big_blind, "buy_in": config.max_buy_in}
    if config.insurance.offered:
        # Without one of its own a table has the club's.
        values["insurance"] = config.insurance.limit_in_all
    for limit, value in values.items():
        bound = getattr(club.limits, limit)
        if bound and value > bound:
            raise refusals.AboveClubLimit(limit=limit, most=bound)


def _member(club: Club, player: PlayerId) -> Member:
    found = club.members.get(player)
    if found is None:
        raise refusals.NotAMember(player=player)
    return found


def _agent(club: Club, player: PlayerId) -> Member:
    found = _member(club, player)
    if found.role != "agent":
        raise refusals.NotAnAgent(player=player)
    return found
