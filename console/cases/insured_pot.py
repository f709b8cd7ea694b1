"""A case's insured pot: quoted by the insurance service's pricing, sold and settled by the table's rules."""

from collections.abc import Mapping, Sequence

import msgspec

from riverrun.contracts.table_events import (
    Cover,
    CoverOffer,
    InsuranceSettled,
    InsuredTie,
    OddsPrice,
    PotShare,
)
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.next_card import next_card_outcomes
from services.insurance.pricing.quote import Offer, PotQuote, quote_pots
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.insurance.pricing.terms import PremiumOnHit, Terms
from services.table.rules.insurance import premiums_owed, settle_covers
from services.table.rules.insurance_sale import insured_street
from services.table.rules.showdown import awards


class InsuredPot(msgspec.Struct, frozen=True):
    """Open hands by seat, all in for one pot; seats in order are the order from the button."""

    amount: Chips
    hands: Mapping[SeatNo, Cards]

    @property
    def seats(self) -> tuple[SeatNo, ...]:
        return tuple(sorted(self.hands))

    def quote(self, board: Cards, covers: Sequence[Cover] = (), terms: Terms | None = None) -> PotQuote:
        """The quote on this board; `covers` bought before may owe premiums."""
        terms = terms or Terms()
        owed = premiums_owed(covers, board, terms.premium_on_hit)
        each = self.amount // len(self.hands)
        contenders = tuple([Contender(seat, each, owed.get((0, seat), 0)) for seat in self.seats])
        spot = Spot(board, self.hands, (Pot(self.amount, contenders),), terms)
        (quoted,) = quote_pots(spot, next_card_outcomes(board, self.hands, [self.seats]))
        return quoted

    def offer(self, board: Cards, quoted: Offer) -> CoverOffer:
        """The quote as the table keeps it."""
        street = insured_street(board)
        assert street is not None, "quoted on another street"
        return CoverOffer(
            pot=0,
            seat=quoted.found.favourite,
            street=street,
            amount=self.amount,
            outs=quoted.cover.outs,
            ties=tuple([InsuredTie(tie.card, len(tie.sharing)) for tie in quoted.cover.ties]),
            prices=tuple([OddsPrice(*price.odds.as_integer_ratio(), price.most) for price in quoted.prices]),
            least=quoted.least,
        )

    def won(self, board: Cards) -> dict[tuple[int, SeatNo], Chips]:
        """What each seat gets of the pot if the board stays as it is."""
        ranks = {seat: rank((*board, *hand)) for seat, hand in self.hands.items()}
        paid = awards([PotShare(self.amount, self.seats)], [0], [ranks])
        return {(0, award.seat): award.amount for award in paid}

    def settle(
        self, covers: Sequence[Cover], board: Cards, on_hit: PremiumOnHit
    ) -> tuple[InsuranceSettled, ...]:
        """The accounts of all buyers; before the river as if no other card came."""
        return settle_covers(covers, board, self.won(board), on_hit)
