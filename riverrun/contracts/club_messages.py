"""What the REST part of the clients' API takes and gives about clubs and their chips."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import PlayerId, TableId

ClubRole: TypeAlias = Literal["owner", "manager", "agent", "member"]
ClubKind: TypeAlias = Literal["play", "real"]
Spectators: TypeAlias = Literal["members", "all"]
ClubName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Note: TypeAlias = Annotated[str, Meta(max_length=200)]
Amount: TypeAlias = Annotated[Chips, Meta(ge=1, le=MAX_CHIPS)]
Bound: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a club of one's own."""

    name: ClubName
    kind: ClubKind = "play"


class JoinWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks to be let into the club that the code is for."""

    code: Annotated[str, Meta(min_length=1, max_length=80)]


class ClubBounds(Struct, frozen=True, forbid_unknown_fields=True):
    """How large the club and its tables may be; 0: the operator's own bound.

    `open_house`: who sits down is a member at once, and gets the play chips that he lacks. `insurance`: how
    far below zero the insurance account may come, all tables together. `spectators`: who sees the club's
    tables and may watch them, its members or all; those of an open house all see.
    """

    members: Bound = 0
    tables: Bound = 0
    big_blind: Bound = 0
    buy_in: Bound = 0
    open_house: bool = False
    insurance: Bound = 0
    spectators: Spectators = "members"


class ClubTemplate(Struct, frozen=True):
    """A set of table options under a name."""

    name: str
    options: TableConfig


class ClubsTable(Struct, frozen=True):
    """A table of the club."""

    table: TableId
    template: str
    is_open: bool


class ShownClub(Struct, frozen=True):
    """A club as one's role lets one see it: `code`, `bounds`, `templates` for owner and managers only."""

    club: str
    name: str
    kind: ClubKind
    owner: PlayerId
    role: ClubRole | None
    members: int
    tables: list[ClubsTable]
    code: str | None = None
    bounds: ClubBounds | None = None
    templates: list[ClubTemplate] | None = None


class ClubList(Struct, frozen=True):
    """The clubs that one belongs to."""

    clubs: list[ShownClub]


class ClubMember(Struct, frozen=True):
    """A member, and what is in the account."""

    player: PlayerId
    name: str
    role: ClubRole
    since_ms: int
    agent: PlayerId
    rakeback_bps: int
    balance: Chips


class AskingPlayer(Struct, frozen=True):
    """Who wants to be let in."""

    player: PlayerId
    name: str


class BannedPlayer(Struct, frozen=True):
    """Who is not let in any more; `name` is empty where the club never knew it."""

    player: PlayerId
    name: str


class MemberPage(Struct, frozen=True):
    """Members by their ids; with the first page who asks and is banned; `next` is empty on the last."""

    members: list[ClubMember]
    asking: list[AskingPlayer]
    next: str
    banned: list[BannedPlayer] = []


class JoinAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Let in, or not."""

    admit: bool


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    """What the member is from now on; `owner` hands the club over."""

    role: ClubRole


class NewAgent(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose member he is; empty: nobody's."""

    agent: str


class AgentTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What share of his members' rake an agent gets, in basis points."""

    rakeback_bps: Annotated[int, Meta(ge=0, le=10_000)]


class NewCredit(Struct, frozen=True, forbid_unknown_fields=True):
    """How far below zero the account may go: 0 or negative."""

    limit: Annotated[Chips, Meta(ge=-MAX_CHIPS, le=0)]
    note: Note = ""


class ChosenTemplate(Struct, frozen=True, forbid_unknown_fields=True):
    """The template that a table is opened from."""

    template: str


class AccountBalance(Struct, frozen=True):
    """What an account holds, and how low it may go."""

    account: str
    balance: Chips
    limit: Chips


class AccountPage(Struct, frozen=True):
    """Accounts by name; `next` is empty on the last page."""

    accounts: list[AccountBalance]
    next: str


class LedgerEntry(Struct, frozen=True):
    """A transfer seen from an account: `amount` is negative where it paid, `balance` what it held then."""

    entry: int
    transfer: str
    account: str
    other: str
    amount: Chips
    balance: Chips
    reason: str
    note: str
    by: str
    at_ms: int


class StatementPage(Struct, frozen=True):
    """Newest entries first; `next` is empty on the last page."""

    account: str
    entries: list[LedgerEntry]
    next: str


class NewGrant(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips for a member, or from one; the note says why."""

    player: PlayerId
    amount: Amount
    note: Note


class NewCollection(Struct, frozen=True, forbid_unknown_fields=True):
    """An agent's earnings, to the agent's own account."""

    amount: Amount


class NewAdjustment(Struct, frozen=True, forbid_unknown_fields=True):
    """A correction that another person has to approve."""

    source: str
    target: str
    amount: Amount
    note: Note


class WaitingAdjustment(Struct, frozen=True):
    """A correction that waits."""

    adjustment: str
    source: str
    target: str
    amount: Chips
    by: PlayerId
    at_ms: int
    note: str


class AdjustmentList(Struct, frozen=True):
    """All that wait."""

    adjustments: list[WaitingAdjustment]


class ProposedAdjustment(Struct, frozen=True):
    """The id under which it is approved."""

    adjustment: str


class NewSettlement(Struct, frozen=True, forbid_unknown_fields=True):
    """Closes the period since the last one, under a name of 1 to 64 letters, digits, `-` or `_`."""

    period: Annotated[str, Meta(min_length=1, max_length=64)]


class MemberSettlement(Struct, frozen=True):
    """One member's period. `earlier`: what agents get who were his in the period and are agents no more."""

    player: PlayerId
    bought: Chips
    cashed_out: Chips
    granted: Chips
    taken_back: Chips
    rake: Chips
    fees: Chips
    agent: PlayerId
    rakeback: Chips
    earlier: dict[PlayerId, Chips] = {}


class ClosedPeriod(Struct, frozen=True):
    """The period, from when to when, and its lines."""

    period: str
    from_ms: int
    to_ms: int
    lines: list[MemberSettlement]


class ListedPeriod(Struct, frozen=True):
    """A closed period."""

    period: str
    from_ms: int
    to_ms: int


class PeriodPage(Struct, frozen=True):
    """The newest first; `next` is empty on the last page."""

    periods: list[ListedPeriod]
    next: str
