"""Whether a computer player takes insurance: break even where he is in danger, nothing where he is not."""

from riverrun.contracts.insurance_views import OfferView, QuickCoverView

DANGER_OF = 6
"""He insures where at least one card in so many puts him behind."""


def cover_of(offer: OfferView) -> QuickCoverView | None:
    """His own chips in the pot, covered against at least eight outs or so; None: no, thanks."""
    cards = len(offer.outs) // 2 + len(offer.ties)
    return offer.break_even if cards * DANGER_OF >= offer.unseen else None
