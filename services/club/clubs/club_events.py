"""What can happen to a club; stored names are for ever. Each says who did it, when, and by which command."""

from typing import Any, Literal, TypeAlias

import msgspec

from riverrun.contracts.events.event import Event
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from services.club.clubs.roles import Role
from services.club.ledger.ledger_events import LedgerKind

Spectators: TypeAlias = Literal["members", "all"]


class ClubLimits(msgspec.Struct, frozen=True, array_like=True):
    """How large a club and its tables may be; 0: the operator's own bound.

    `open_house`, for play clubs: whoever sits down is a member at once, and is granted the chips he lacks.
    `insurance` is how far below zero the insurance account may come, at whichever table (R9.12).
    `spectators`: who may watch the club's tables; those of an open house anybody may (R10.5).
    """

    members: int = 0
    tables: int = 0
    big_blind: Chips = 0
    buy_in: Chips = 0
    open_house: bool = False
    insurance: Chips = 0
    spectators: Spectators = "members"

    @property
    def lets_all_watch(self) -> bool:
        """Whether who is no member sees the club's tables."""
        return self.open_house or self.spectators == "all"


class ClubEvent(Event, frozen=True, array_like=True):
    """What all have in common."""

    cause: CommandId
    by: PlayerId
    at_ms: int


class ClubFounded(ClubEvent, frozen=True, array_like=True):
    """A club begins, with who founded it as its owner. `code` lets people ask to join."""

    club: str
    name: str
    kind: LedgerKind
    owner_name: str
    code: str


class JoinAsked(ClubEvent, frozen=True, array_like=True):
    """A player who has the code wants to join."""

    name: str


class JoinAnswered(ClubEvent, frozen=True, array_like=True):
    """The player is a member from here on, or (`admitted` false) is not let in."""

    player: PlayerId
    admitted: bool


class MemberLeft(ClubEvent, frozen=True, array_like=True):
    """The player is a member no more."""

    player: PlayerId
    reason: Literal["left", "removed"]


class MemberBanned(ClubEvent, frozen=True, array_like=True):
    """The player, a member no more if he was one, is not let in from here on. `name` as the club knew it."""

    player: PlayerId
    name: str


class BanLifted(ClubEvent, frozen=True, array_like=True):
    """The player may ask to join again."""

    player: PlayerId


class RoleGiven(ClubEvent, frozen=True, array_like=True):
    """The member has this role from here on; a new owner makes the one before a manager."""

    player: PlayerId
    role: Role


class AgentAssigned(ClubEvent, frozen=True, array_like=True):
    """The member belongs to this agent, or (`agent` empty) to none."""

    player: PlayerId
    agent: PlayerId


class AgentTermsSet(ClubEvent, frozen=True, array_like=True):
    """The agent gets so much of the rake of his members, in basis points."""

    agent: PlayerId
    rakeback_bps: int


class CodeChanged(ClubEvent, frozen=True, array_like=True):
    """From here on this code lets people ask to join, and no other."""

    code: str


class LimitsSet(ClubEvent, frozen=True, array_like=True):
    """How large the club and its tables may be."""

    limits: ClubLimits


class TemplateSaved(ClubEvent, frozen=True, array_like=True):
    """A set of options from which tables are opened."""

    template: str
    config: TableConfig


class TemplateDropped(ClubEvent, frozen=True, array_like=True):
    """The set of options is gone; tables opened from it stay."""

    template: str


class ClubTableOpened(ClubEvent, frozen=True, array_like=True):
    """A table of the club: its ledger pays for buy-ins there. The table itself follows."""

    table: TableId
    template: str
    config: TableConfig


class ClubTableClosed(ClubEvent, frozen=True, array_like=True):
    """The table is at its end."""

    table: TableId


class ClubTableRolled(ClubEvent, frozen=True, array_like=True):
    """The club's table goes on under the id of its `successor`."""

    table: TableId
    successor: TableId


ClubHappening: TypeAlias = (
    ClubFounded
    | JoinAsked
    | JoinAnswered
    | MemberLeft
    | MemberBanned
    | BanLifted
    | RoleGiven
    | AgentAssigned
    | AgentTermsSet
    | CodeChanged
    | LimitsSet
    | TemplateSaved
    | TemplateDropped
    | ClubTableOpened
    | ClubTableClosed
    | ClubTableRolled
)

TOPICS: dict[str, type[Any]] = {
    "club.founded": ClubFounded,
    "club.join_asked": JoinAsked,
    "club.join_answered": JoinAnswered,
    "club.member_left": MemberLeft,
    "club.member_banned": MemberBanned,
    "club.ban_lifted": BanLifted,
    "club.role_given": RoleGiven,
    "club.agent_assigned": AgentAssigned,
    "club.agent_terms_set": AgentTermsSet,
    "club.code_changed": CodeChanged,
    "club.limits_set": LimitsSet,
    "club.template_saved": TemplateSaved,
    "club.template_dropped": TemplateDropped,
    "club.table_opened": ClubTableOpened,
    "club.table_closed": ClubTableClosed,
    "club.table_rolled": ClubTableRolled,
}
