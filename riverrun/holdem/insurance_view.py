"""Offers and covers as anybody may see them: hands are open, and prices no secret (R9.11)."""

from collections.abc import Iterable

from riverrun.contracts.insurance_views import (
    CoverView,
    InsuranceView,
    OfferView,
    PriceView,
    QuickCoverView,
    TieView,
)
from riverrun.contracts.table_events import Cover, CoverOffer, InsuredTie, QuickCover
from riverrun.holdem.state import Insurance
from riverrun.kernel.cards import TEXTS, text_of


def insurance_view(insurance: Insurance | None) -> InsuranceView | None:
    """What is open and what was bought; None before anything was offered."""
    if insurance is None:
        return None
    return InsuranceView(
        tuple([offer_view(offer) for offer in insurance.offers]),
        tuple([cover_view(cover) for cover in insurance.covers]),
    )


def offer_view(offer: CoverOffer) -> OfferView:
    """An offer with its prices."""
    return OfferView(
        pot=offer.pot,
        seat=offer.seat,
        street=offer.street,
        amount=offer.amount,
        outs=text_of(offer.outs),
        ties=_ties(offer.ties),
        prices=tuple([PriceView(price.paid, price.per, price.most) for price in offer.prices]),
        least=offer.least,
        unseen=offer.unseen,
        tying=text_of(offer.tying),
        margin_bps=offer.margin_bps,
        capped=offer.capped,
        full=_quick(offer.full),
        break_even=_quick(offer.break_even),
        equal_profit=_quick(offer.equal_profit),
    )


def cover_view(cover: Cover) -> CoverView:
    """What was bought."""
    return CoverView(
        cover.pot,
        cover.seat,
        cover.street,
        cover.coverage,
        cover.premium,
        text_of(cover.outs),
        _ties(cover.ties),
    )


def _ties(ties: Iterable[InsuredTie]) -> tuple[TieView, ...]:
    return tuple([TieView(TEXTS[tie.card], tie.sharing) for tie in ties])


def _quick(choice: QuickCover | None) -> QuickCoverView | None:
    return None if choice is None else QuickCoverView(choice.coverage, choice.premium)
