"""Who is the favourite of a pot, and which cards take it from him (R9.2-R9.4)."""

from typing import Literal, TypeAlias

import msgspec

from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.next_card import Outcomes
from services.insurance.pricing.odds import MOST_OUTS

Reason: TypeAlias = Literal["no_favourite", "no_outs", "too_many_outs", "nothing_left", "limit_reached"]
"""Why nothing is offered on a pot."""


class Tie(msgspec.Struct, frozen=True):
    """A card after which the favourite ties for best with others; `sharing` are in order from the button."""

    card: Card
    sharing: tuple[SeatNo, ...]


class Outs(msgspec.Struct, frozen=True):
    """The one player who leads, the cards that leave him behind, and those that only tie."""

    favourite: SeatNo
    unseen: int
    outs: Cards
    ties: tuple[Tie, ...]


def outs_of(outcomes: Outcomes, pot: int) -> Outs | None:
    """None where several hold the best hand now: a tie has no favourite."""
    if len(outcomes.now[pot]) > 1:
        return None
    (favourite,) = outcomes.now[pot]
    outs: list[Card] = []
    ties: list[Tie] = []
    for card, leaders in outcomes.after.items():
        if favourite not in leaders[pot]:
            outs.append(card)
        elif len(leaders[pot]) > 1:
            ties.append(Tie(card, leaders[pot]))
    return Outs(favourite, len(outcomes.after), tuple(outs), tuple(ties))


def why_no_offer(outs: int) -> Reason | None:
    """R9.4: at least one out, at most fourteen."""
    if not outs:
        return "no_outs"
    return "too_many_outs" if outs > MOST_OUTS else None
