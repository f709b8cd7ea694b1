"""What cases of all-in insurance look like (R9)."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from console.cases.case_shapes import Strict


class Ledger(Strict, frozen=True):
    """What moves between the favourite and the club, as the case signs it."""

    favourite_premium: int
    favourite_payout: int
    house: int


class InsuranceExpect(Strict, frozen=True):
    street: str | UnsetType = UNSET
    covers: str | UnsetType = UNSET
    unseen: int | UnsetType = UNSET
    offered: bool | UnsetType = UNSET
    reason: str | UnsetType | None = UNSET
    favourite: int | UnsetType | None = UNSET
    outs: list[str] | UnsetType = UNSET
    outs_count: int | UnsetType = UNSET
    tie_outs: list[str] | UnsetType = UNSET
    odds: str | UnsetType | None = UNSET
    max_coverage: int | UnsetType = UNSET
    premium: int | UnsetType = UNSET
    payout: int | UnsetType = UNSET
    result: str | UnsetType = UNSET
    ledger: Ledger | UnsetType = UNSET
    favourite_insurance_net: int | UnsetType = UNSET
    favourite_insurance_net_if_premium_kept: int | UnsetType = UNSET


class InsuranceCase(msgspec.Struct, frozen=True):
    """One street: an offer, and what one card makes of a cover."""

    board: str
    players: dict[int, str]
    pot: int
    expect: InsuranceExpect
    coverage: int | None = None
    next_card: str = ""


class SequenceExpect(Strict, frozen=True):
    flop: InsuranceExpect = InsuranceExpect()
    turn: InsuranceExpect = InsuranceExpect()
    favourite_insurance_net: int | UnsetType = UNSET
    favourite_insurance_net_if_premium_kept: int | UnsetType = UNSET
    house_net: int | UnsetType = UNSET
    pot_to: int | list[int] | UnsetType = UNSET


class SequenceCase(msgspec.Struct, frozen=True):
    """Both streets of one hand; nothing bought is 0, null or not there."""

    pot: int
    players: dict[int, str]
    flop: str
    turn: str
    river: str
    expect: SequenceExpect
    buy_flop: int | None = None
    buy_turn: int | None = None


class PolicyRow(Strict, frozen=True):
    """A situation, and whether insurance may be sold in it."""

    all_in: bool
    street: Literal["preflop", "flop", "turn", "river"]
    buyer: Literal["favourite", "underdog"]
    outs: int | None
    rit_agreed: bool
    enabled: bool
    allowed: bool
    reason: str | None = None
    declined_on_flop: bool = False
    coverage: int | None = None
    pot: int = 1_000


class PolicyCase(msgspec.Struct, frozen=True):
    rows: list[PolicyRow]


class OddsTableCase(msgspec.Struct, frozen=True):
    """The printed table, with the rows between; `odds` are decimals."""

    odds: dict[int, str]
    interpolated: list[int] = []
    not_offered: list[int] = []
