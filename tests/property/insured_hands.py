"""Random all-ins whose pots are insured: drawn by Hypothesis or by a seed, played to the river, settled."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

import msgspec

from riverrun.contracts.table_events import Cover, CoverOffer, InsuredStreet, InsuredTie, OddsPrice, PotShare
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import ALL_CARDS, Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.next_card import next_card_outcomes
from services.insurance.pricing.quote import Offer, PotQuote, quote_pots
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.insurance.pricing.terms import PremiumOnHit, Terms
from services.table.rules.insurance import premiums_owed, settle_covers
from services.table.rules.showdown import awards, winners

Draw: TypeAlias = Callable[[int, int], int]
"""A whole number between two bounds, both included."""
Won: TypeAlias = dict[tuple[int, SeatNo], Chips]
"""By pot and seat."""


class AllIn(msgspec.Struct, frozen=True):
    """Open hands by seat in order from the button, what each put in, and the pots after rake."""

    flop: Cards
    turn: Card
    river: Card
    hands: dict[SeatNo, Cards]
    paid_in: dict[SeatNo, Chips]
    pots: tuple[PotShare, ...]

    @property
    def board(self) -> Cards:
        return (*self.flop, self.turn, self.river)

    def quote(self, board: Cards, covers: Sequence[Cover], terms: Terms) -> tuple[PotQuote, ...]:
        owed = premiums_owed(covers, board, terms.premium_on_hit)
        floor, pots = 0, []
        for number, pot in enumerate(self.pots):
            level = min(self.paid_in[seat] for seat in pot.contenders)
            pots.append(
                Pot(
                    pot.amount,
                    tuple(
                        Contender(seat, level - floor, owed.get((number, seat), 0)) for seat in pot.contenders
                    ),
                )
            )
            floor = level
        contenders = [pot.contenders for pot in self.pots]
        spot = Spot(board, self.hands, tuple(pots), terms)
        return quote_pots(spot, next_card_outcomes(board, self.hands, contenders))

    def won(self, board: Cards) -> Won:
        """What each gets of each pot on a board of five."""
        ranks = {seat: rank((*board, *hand)) for seat, hand in self.hands.items()}
        paid = awards(self.pots, [0] * len(self.pots), [ranks])
        return {(award.pot, award.seat): award.amount for award in paid}

    def may_win(self, board: Cards) -> Won:
        """With one card to come: each pot, whole, to everyone who leads or ties."""
        ranks = {seat: rank((*board, *hand)) for seat, hand in self.hands.items()}
        return {
            (number, seat): pot.amount for number, pot in enumerate(self.pots) for seat in winners(pot, ranks)
        }

    def after_each_card(self, board: Cards) -> list[tuple[Cards, Won]]:
        """The board with each unseen card, and what is won then."""
        seen = {*board, *(card for hand in self.hands.values() for card in hand)}
        found = self.won if len(board) == 4 else self.may_win
        return [((*board, card), found((*board, card))) for card in ALL_CARDS if card not in seen]


def all_in(players: int, chance: Random, draw: Draw) -> AllIn:
    """Cards by chance; stacks drawn, so that there are up to as many pots as players."""
    deck = chance.sample(ALL_CARDS, 5 + 2 * players)
    seats = range(1, players + 1)
    hands: dict[SeatNo, Cards] = {seat: (deck[3 + 2 * seat], deck[4 + 2 * seat]) for seat in seats}
    paid_in = {seat: draw(1, 5_000) for seat in seats}
    return AllIn(tuple(deck[:3]), deck[3], deck[4], hands, paid_in, _pots(paid_in, draw))


def _pots(paid_in: dict[SeatNo, Chips], draw: Draw) -> tuple[PotShare, ...]:
    """Layers for at least two; dead chips and a rake make amounts that are no multiple of anything."""
    floor, pots = 0, []
    for level in sorted(set(paid_in.values())):
        contenders = tuple(seat for seat, paid in paid_in.items() if paid >= level)
        if len(contenders) > 1:
            amount = (level - floor) * len(contenders)
            pots.append(PotShare(amount + draw(0, 3) - amount * draw(0, 5) // 100, contenders))
        floor = level
    return tuple(pots)


def cover_offer(number: int, street: InsuredStreet, amount: Chips, quoted: Offer) -> CoverOffer:
    """A quote as the table keeps it."""
    return CoverOffer(
        pot=number,
        seat=quoted.found.favourite,
        street=street,
        amount=amount,
        outs=quoted.cover.outs,
        ties=tuple(InsuredTie(tie.card, len(tie.sharing)) for tie in quoted.cover.ties),
        prices=tuple(OddsPrice(*price.odds.as_integer_ratio(), price.most) for price in quoted.prices),
        least=quoted.least,
    )


def mean_to_club(
    covers: Sequence[Cover], after: Sequence[tuple[Cards, Won]], on_hit: PremiumOnHit
) -> Fraction:
    """What the club gains by these covers on average over the boards that may come."""
    gains = [one.to_club for board, won in after for one in settle_covers(covers, board, won, on_hit)]
    return Fraction(sum(gains), len(after))
