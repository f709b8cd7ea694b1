"""Insurance as viewers see it: offers with their prices until answered, and what was bought (R9.11)."""

import msgspec

from riverrun.contracts.table_events import InsuredStreet
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


class TieView(msgspec.Struct, frozen=True):
    """An insured card that ties; so many share the pot then, the buyer counted."""

    card: str
    sharing: int


class PriceView(msgspec.Struct, frozen=True):
    """`paid` chips for each `per` chips of premium, for coverage up to `most`."""

    paid: int
    per: int
    most: Chips


class QuickCoverView(msgspec.Struct, frozen=True):
    """One of the quick choices."""

    coverage: Chips
    premium: Chips


class OfferView(msgspec.Struct, frozen=True):
    """What the favourite of a pot may buy, until he has answered (R9.11).

    `amount` is the pot after rake. The next card is one of `unseen`; `outs` of them leave him behind, `tying`
    only tie. `prices` are for 1, 2, … all outs and insured `ties` kept. He is covered for `least` whatever he
    answers. `margin_bps`: by how much the odds over all are below fair ones; `capped`: by the club's limit.
    """

    pot: int
    seat: SeatNo
    street: InsuredStreet
    amount: Chips
    outs: str
    ties: tuple[TieView, ...]
    prices: tuple[PriceView, ...]
    least: Chips
    unseen: int
    tying: str
    margin_bps: int
    capped: bool
    full: QuickCoverView | None
    break_even: QuickCoverView | None
    equal_profit: QuickCoverView | None


class CoverView(msgspec.Struct, frozen=True):
    """What was bought for a pot on a street against the next card."""

    pot: int
    seat: SeatNo
    street: InsuredStreet
    coverage: Chips
    premium: Chips
    outs: str
    ties: tuple[TieView, ...]


class InsuranceView(msgspec.Struct, frozen=True):
    """Insurance in this hand: offers not yet answered, and all that was bought."""

    offers: tuple[OfferView, ...] = ()
    covers: tuple[CoverView, ...] = ()
