"""All-in insurance at the table: what is offered with its prices, bought, refused and settled (R9).

A quote stands in the event as the insurance service gave it, so that replay asks nobody.
"""

from typing import Literal, TypeAlias

import msgspec

from riverrun.contracts.events.event import Cause, Event
from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

InsuredStreet: TypeAlias = Literal["flop", "turn"]
WhyUninsured: TypeAlias = Literal[
    "no_favourite", "no_outs", "too_many_outs", "nothing_left", "limit_reached", "no_answer", "club_away"
]
"""Why a pot has no offer.

`no_answer`: the insurance service did not price it in time. `club_away`: the club did not say in time what
its limit leaves.
"""


class InsuredTie(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card that ties the buyer with others, where ties are insured; `sharing` counts him too."""

    card: Card
    sharing: int


class OddsPrice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """`paid` chips for each `per` chips of premium, for coverage up to `most`."""

    paid: int
    per: int
    most: Chips


class QuickCover(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One of the quick choices (R9.10)."""

    coverage: Chips
    premium: Chips


class CoverOffer(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A quote as the table keeps it: enough to price every choice without asking again.

    `amount` is the pot after rake; `prices` are for 1, 2, … all outs and insured ties kept. With `least`
    he is covered whatever he answers, over all of them (R9.8). The next card is one of `unseen`; `tying` are
    the cards that would only tie. `margin_bps` is by how much the odds over all outs are below fair ones, cut
    to a hundredth of a percent (R9.11). `capped`: the club's limit allows less than the rules do.
    """

    pot: int
    seat: SeatNo
    street: InsuredStreet
    amount: Chips
    outs: Cards
    ties: tuple[InsuredTie, ...]
    prices: tuple[OddsPrice, ...]
    least: Chips = 0
    unseen: int = 0
    tying: Cards = ()
    margin_bps: int = 0
    capped: bool = False
    full: QuickCover | None = None
    break_even: QuickCover | None = None
    equal_profit: QuickCover | None = None


class Cover(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What was bought for one pot on one street against the next card; `outs` and `ties` are those kept."""

    pot: int
    seat: SeatNo
    street: InsuredStreet
    coverage: Chips
    premium: Chips
    outs: Cards
    ties: tuple[InsuredTie, ...] = ()


class UninsuredPot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A pot on which nothing is offered."""

    pot: int
    reason: WhyUninsured


class InsuranceOffered(Event, frozen=True, array_like=True):
    """Each pot's favourite is asked, all at once; no answer is a no (R9.2, R9.9).

    `without` are pots without an offer. `held`: what the club holds below its limit for this hand, what is
    owed already and all that is offered; 0 where no limit of a club counts.
    """

    street: InsuredStreet
    offers: tuple[CoverOffer, ...]
    deadline_ms: int
    without: tuple[UninsuredPot, ...] = ()
    held: Chips = 0


class InsuranceNotOffered(Event, frozen=True, array_like=True):
    """Nothing is offered on any pot on this street, and the hand goes on."""

    street: InsuredStreet
    without: tuple[UninsuredPot, ...]


class InsuranceBought(Event, frozen=True, array_like=True):
    """The favourite of a pot is covered against the next card.

    `carried`: he did not ask for it; it pays the premium that he owes (R9.8).
    """

    cover: Cover
    carried: bool = False


class InsuranceRefused(Event, frozen=True, array_like=True):
    """The favourite of a pot wants no cover on this street."""

    pot: int
    seat: SeatNo
    street: InsuredStreet
    cause: Cause = "player"


class InsuranceSettled(Event, frozen=True, array_like=True):
    """A buyer's account for one pot: the club pays `paid`; of the premiums `due` it takes `taken` (R9.8)."""

    pot: int
    seat: SeatNo
    paid: Chips
    due: Chips
    taken: Chips

    @property
    def to_club(self) -> Chips:
        """What the club's insurance account gains; the buyer's stack loses as much."""
        return self.taken - self.paid
