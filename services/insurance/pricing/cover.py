"""What is covered: outs, and ties where they are insured, less those that the buyer leaves out (R9.10)."""

from fractions import Fraction

import msgspec

from riverrun.kernel.cards import Card
from riverrun.kernel.chips import Chips
from services.insurance.pricing.odds import Odds, fair_odds
from services.insurance.pricing.outs import Outs, Tie
from services.insurance.pricing.terms import PremiumOnHit


class NotAnOut(ValueError):
    """A card was left out that is no out, or no card is left to cover; `pot` is the pot's number."""

    def __init__(self, code: str, pot: int) -> None:
        super().__init__(f"{code}: pot {pot}")
        self.code = code
        self.pot = pot


class Cover(msgspec.Struct, frozen=True):
    """Of `unseen` cards `all_outs` count for the odds; `outs` and `ties` of them are kept."""

    unseen: int
    all_outs: int
    lost_on: int
    """Cards that leave him behind, kept or not: on those he wins nothing to pay a premium from."""
    outs: tuple[Card, ...]
    ties: tuple[Tie, ...]

    @property
    def kept(self) -> int:
        return len(self.outs) + len(self.ties)

    @property
    def probability(self) -> Fraction:
        """How likely the next card is a kept one."""
        return Fraction(self.kept, self.unseen)

    def margin(self, odds: Odds) -> Fraction:
        """By how much the odds are below fair ones, as a part of these (R9.11)."""
        return 1 - odds / fair_odds(self.unseen, self.all_outs, self.kept)

    def paid_on(self, tie: Tie, coverage: Chips) -> Chips:
        """The share lost of the coverage, rounded down."""
        return coverage * (len(tie.sharing) - 1) // len(tie.sharing)

    def edge(self, coverage: Chips, premium: Chips, on_hit: PremiumOnHit) -> Fraction:
        """What the club gains on average over the unseen cards, for each chip of premium.

        A premium counts on every card that leaves him something of the pot; on an out he left out it does
        not, though he may still win it back.
        """
        paying = self.unseen - self.lost_on - len(self.ties) + (self.kept if on_hit == "kept" else 0)
        paid = coverage * len(self.outs) + sum([self.paid_on(tie, coverage) for tie in self.ties])
        return Fraction(premium * paying - paid, self.unseen * premium)


def whole_cover(found: Outs, insure_ties: bool) -> Cover:
    """Every out, and every tie where ties are insured."""
    ties = found.ties if insure_ties else ()
    lost_on = len(found.outs)
    return Cover(found.unseen, lost_on + len(ties), lost_on, found.outs, ties)


def without(cover: Cover, left_out: frozenset[Card], pot: int) -> Cover:
    """The cover of a pot less some outs. Raises `NotAnOut`."""
    outs = tuple([card for card in cover.outs if card not in left_out])
    ties = tuple([tie for tie in cover.ties if tie.card not in left_out])
    left = msgspec.structs.replace(cover, outs=outs, ties=ties)
    if left.kept != cover.kept - len(left_out):
        raise NotAnOut("not_an_out", pot)
    if not left.kept:
        raise NotAnOut("nothing_kept", pot)
    return left
