"""Offers of insurance as a client sees them, by a few words."""

from typing import Any

from msgspec.structs import replace

from riverrun.contracts.insurance_views import OfferView, PriceView, QuickCoverView

_OFFER = OfferView(
    pot=0,
    seat=2,
    street="flop",
    amount=1_000,
    outs="KcKh",
    ties=(),
    prices=(PriceView(30, 1, 1_000), PriceView(7, 2, 1_000)),
    least=0,
    unseen=45,
    tying="",
    margin_bps=3_023,
    capped=False,
    full=QuickCoverView(1_000, 286),
    break_even=QuickCoverView(500, 143),
    equal_profit=QuickCoverView(777, 222),
)


def an_offer(**changes: Any) -> OfferView:
    """Seat 2 leads the main pot of 1,000, half of it his own, against two kings at 3.5 to 1."""
    return replace(_OFFER, **changes)
