"""What can happen in a club's ledger; stored names are for ever, and events carry outcomes."""

from typing import Any, Literal, TypeAlias

import msgspec

from riverrun.contracts.events.event import Event
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from services.club.ledger.accounts import Account

LedgerKind: TypeAlias = Literal["play", "real"]
Reason: TypeAlias = Literal[
    "grant",
    "take_back",
    "buy_in",
    "seated",
    "buy_in_returned",
    "cash_out",
    "carried",
    "rake",
    "fee",
    "insurance_premium",
    "insurance_payout",
    "rakeback",
    "agent_paid",
    "adjustment",
]


class LedgerOpened(Event, frozen=True, array_like=True):
    """The books of a club begin; `play` chips come out of nothing, `real` ones by two persons' adjustment."""

    club: str
    kind: LedgerKind
    at_ms: int


class ChipsMoved(Event, frozen=True, array_like=True):
    """A transfer with both its legs.

    `source_balance` and `target_balance` are what the accounts hold afterwards; `source_entry` and
    `target_entry` are the versions of their entries before this one (0: none), so that a statement is read
    backwards from entry to entry. `parts`: whose winnings a rake or a fee came from.
    """

    transfer: TransferId
    source: Account
    target: Account
    amount: Chips
    reason: Reason
    at_ms: int
    by: str
    source_balance: Chips
    target_balance: Chips
    source_entry: int
    target_entry: int
    note: str = ""
    parts: tuple[tuple[PlayerId, Chips], ...] = ()


class CreditSet(Event, frozen=True, array_like=True):
    """How far below zero a member's account may go; `limit` is 0 or negative."""

    account: Account
    limit: Chips
    by: str
    at_ms: int
    note: str = ""


class AdjustmentProposed(Event, frozen=True, array_like=True):
    """An operator's correction, which a second person has to approve; `adjustment` will be the transfer."""

    adjustment: TransferId
    source: Account
    target: Account
    amount: Chips
    by: str
    at_ms: int
    note: str


class AdjustmentDropped(Event, frozen=True, array_like=True):
    """The correction is not made."""

    adjustment: TransferId
    by: str
    at_ms: int


class EarnedLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One member's rake of the open period that nobody had a share of yet, and the agent's share of it."""

    player: PlayerId
    rake: Chips
    share: Chips


class SharesEarned(Event, frozen=True, array_like=True):
    """An agent is about to be one no more: what is his of the period, to be paid when it is closed."""

    agent: PlayerId
    by: str
    at_ms: int
    lines: tuple[EarnedLine, ...]


class SettledLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One member's period: chips over the account's edges, rake and fees, and the agent's share of the rake.

    `earlier`: what agents get who were his agents in the period and have ceased to be agents since.
    """

    player: PlayerId
    bought: Chips
    cashed_out: Chips
    granted: Chips
    taken_back: Chips
    rake: Chips
    fees: Chips
    agent: PlayerId = ""
    rakeback: Chips = 0
    earlier: tuple[tuple[PlayerId, Chips], ...] = ()

    @property
    def shares(self) -> tuple[tuple[PlayerId, Chips], ...]:
        """Who is paid what of the rake."""
        now = ((self.agent, self.rakeback),) if self.rakeback else ()
        return (*now, *self.earlier)


class PeriodSettled(Event, frozen=True, array_like=True):
    """A period is closed, from the one before up to here; a large club's lines come in several parts."""

    period: str
    part: int
    parts: int
    from_ms: int
    to_ms: int
    by: str
    lines: tuple[SettledLine, ...]


class ExposureHeld(Event, frozen=True, array_like=True):
    """Room below the insurance account's limit is held for a hand, in place of what was held for it before.

    With `board` cards dealt the hand's covers cost `owed`, and `covers` can be bought beside: none where what
    was sold before there was a limit leaves no room. `limit` is how far below zero the account may come.
    """

    table: TableId
    hand: int
    board: int
    owed: Chips
    covers: Chips
    limit: Chips
    at_ms: int

    @property
    def amount(self) -> Chips:
        """What is held."""
        return self.owed + self.covers


class ExposureReleased(Event, frozen=True, array_like=True):
    """The hand is over, or its limit was taken away: nothing is held for it, and nothing will be."""

    table: TableId
    hand: int
    at_ms: int


LedgerEvent: TypeAlias = (
    LedgerOpened
    | ChipsMoved
    | CreditSet
    | AdjustmentProposed
    | AdjustmentDropped
    | PeriodSettled
    | ExposureHeld
    | ExposureReleased
    | SharesEarned
)

TOPICS: dict[str, type[Any]] = {
    "ledger.opened": LedgerOpened,
    "ledger.chips_moved": ChipsMoved,
    "ledger.credit_set": CreditSet,
    "ledger.adjustment_proposed": AdjustmentProposed,
    "ledger.adjustment_dropped": AdjustmentDropped,
    "ledger.period_settled": PeriodSettled,
    "ledger.exposure_held": ExposureHeld,
    "ledger.exposure_released": ExposureReleased,
    "ledger.shares_earned": SharesEarned,
}
