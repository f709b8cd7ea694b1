"""Many random all-ins, bought and played to the river: each quote's edge is what the club gains by it."""

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from riverrun.contracts.table_events import Cover, InsuredStreet
from riverrun.kernel.chips import Chips
from services.insurance.pricing.quote import Offer
from services.insurance.pricing.terms import PremiumOnHit, Terms
from services.table.rules.insurance import settle_covers
from services.table.rules.insurance_sale import bought
from tests.property.insured_hands import AllIn, all_in, cover_offer, mean_to_club

STREETS: tuple[tuple[InsuredStreet, int], ...] = (("flop", 3), ("turn", 4))


class PlayedHands:
    """Sums over hands: what was stated, what the club gained, and the premiums that could not be paid."""

    def __init__(self) -> None:
        self.hands = self.quotes = 0
        self.stated = self.gained = self.unpaid = 0.0
        self._errors = self._squares = 0.0

    def add(self, quotes: int, stated: Fraction, gained: Chips, unpaid: Chips) -> None:
        self.hands += 1
        self.quotes += quotes
        self.stated += float(stated)
        self.gained += gained
        self.unpaid += unpaid
        error = float(gained + unpaid - stated)
        self._errors += error
        self._squares += error * error

    @property
    def standard_errors(self) -> float:
        """How far the premiums due less the coverage paid lie from what was stated."""
        return self._errors / sqrt(self._squares) if self._squares else 0.0


def terms_by(chance: Random) -> Terms:
    on_hit: PremiumOnHit = chance.choice(["returned", "kept"])
    return Terms(
        policy=chance.choice(["odds_table", "fair_margin"]),
        margin_bps=chance.randint(200, 700),
        premium_on_hit=on_hit,
        insure_ties=chance.random() < 0.3,
        carry=chance.random() < 0.8,
    )


def play(seed: int, hands: int) -> PlayedHands:
    """Every favourite covers all outs for an amount by chance, on both streets."""
    chance, played = Random(seed), PlayedHands()
    for _ in range(hands):
        hand = all_in(chance.randint(2, 9), chance, chance.randint)
        terms = terms_by(chance)
        covers: list[Cover] = []
        stated = Fraction(0)
        for street, size in STREETS:
            new, edge = buy_all(hand, street, size, covers, terms, chance)
            covers, stated = covers + new, stated + edge
        accounts = settle_covers(covers, hand.board, hand.won(hand.board), terms.premium_on_hit)
        gained = sum(account.to_club for account in accounts)
        played.add(len(covers), stated, gained, sum(account.due - account.taken for account in accounts))
    return played


def buy_all(
    hand: AllIn, street: InsuredStreet, size: int, covers: list[Cover], terms: Terms, chance: Random
) -> tuple[list[Cover], Fraction]:
    """The covers and what their quotes state that the club gains; each is held to every unseen card."""
    board = hand.board[:size]
    after = hand.after_each_card(board)
    new, stated = [], Fraction(0)
    for number, quoted in enumerate(hand.quote(board, covers, terms)):
        if not isinstance(quoted, Offer):
            continue
        offer = cover_offer(number, street, hand.pots[number].amount, quoted)
        cover = bought(offer, chance.randint(max(1, quoted.least), quoted.price.most))
        edge = quoted.cover.edge(cover.coverage, cover.premium, terms.premium_on_hit)
        assert edge >= 0
        assert edge * cover.premium == mean_to_club([cover], after, terms.premium_on_hit)
        new.append(cover)
        stated += edge * cover.premium
    return new, stated


def test_hands_played_to_the_river_give_the_stated_edges() -> None:
    played = play(seed=9, hands=300)

    assert played.quotes > 200
    assert abs(played.standard_errors) < 4


@pytest.mark.long
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", range(5))
def test_a_million_quotes_state_what_the_club_gains(seed: int) -> None:
    played = play(seed, hands=34_000)

    assert abs(played.standard_errors) < 4
