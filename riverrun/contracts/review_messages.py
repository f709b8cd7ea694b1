"""What the REST part about review of play takes and gives (R11.2)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId

Verdict: TypeAlias = Literal["cleared", "watched", "confirmed"]


class NewDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """What a reviewer says a finding is, and why."""

    verdict: Verdict
    note: Annotated[str, Meta(min_length=1, max_length=500)]


class Decision(Struct, frozen=True):
    """What somebody said, and when."""

    at_ms: int
    by: str
    verdict: str
    note: str


class ShownFinding(Struct, frozen=True):
    """Whom to look at, and why; `score_milli` is in thousandths of the threshold. It accuses nobody."""

    finding: str
    kind: str
    players: list[PlayerId]
    score_milli: int
    hands: int
    reasons: list[str]
    decisions: list[Decision]


class FindingList(Struct, frozen=True):
    """The strongest first, of hands that ended in [since_ms, until_ms) at the club's tables."""

    since_ms: int
    until_ms: int
    findings: list[ShownFinding]


class CheckedHand(Struct, frozen=True):
    """A hand to look at: what the first player of the finding won in it, and the other."""

    table: TableId
    hand: int
    ended_ms: int
    big_blind: Chips
    net: Chips
    other_net: Chips


class ToldFinding(Struct, frozen=True):
    """One finding, and the hands in which it can be checked."""

    finding: ShownFinding
    hands: list[CheckedHand]
