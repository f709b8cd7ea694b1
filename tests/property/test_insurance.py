"""Whatever is insured: no price is better than fair, premiums can be paid, no chip appears or is lost."""

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from riverrun.contracts.table_events import Cover, CoverOffer, OddsPrice
from riverrun.holdem.state import HandPlayer
from riverrun.kernel.cards import Cards
from services.insurance.pricing.coverage import premium_of
from services.insurance.pricing.odds import fair_odds
from services.insurance.pricing.quote import NoOffer, Offer
from services.insurance.pricing.terms import Terms
from services.table.rules.insurance import settle_covers
from services.table.rules.insurance_sale import bought, chips_in_pots, unanswered, why_not
from services.table.rules.pots import pots_of
from tests.property.insured_hands import AllIn, all_in, cover_offer, mean_to_club

TERMS = st.builds(
    Terms,
    policy=st.sampled_from(["odds_table", "fair_margin"]),
    margin_bps=st.integers(200, 700),
    premium_on_hit=st.sampled_from(["returned", "kept"]),
    insure_ties=st.booleans(),
    carry=st.booleans(),
)


@st.composite
def hands(draw: st.DrawFn) -> AllIn:
    chance = Random(draw(st.integers(0, 2**32)))
    return all_in(draw(st.integers(2, 9)), chance, lambda low, high: draw(st.integers(low, high)))


def offers(hand: AllIn, board: Cards, covers: list[Cover], terms: Terms) -> list[tuple[Offer, CoverOffer]]:
    street = "flop" if len(board) == 3 else "turn"
    return [
        (quoted, cover_offer(number, street, hand.pots[number].amount, quoted))  # type: ignore[arg-type]
        for number, quoted in enumerate(hand.quote(board, covers, terms))
        if isinstance(quoted, Offer)
    ]


def chosen(data: st.DataObject, offer: CoverOffer) -> Cover:
    """Any choice that the table accepts."""
    cards = [*offer.outs, *(tie.card for tie in offer.ties)]
    left_out: frozenset[int] = frozenset()
    if not offer.least:
        left_out = frozenset(data.draw(st.sets(st.sampled_from(cards), max_size=len(cards) - 1)))
    most = offer.prices[len(cards) - len(left_out) - 1].most
    coverage = data.draw(st.integers(max(1, offer.least), most))
    assert why_not(offer, offer.seat, coverage, left_out) is None
    return bought(offer, coverage, left_out)


@given(hands(), TERMS, st.data())
def test_whatever_is_left_out_the_club_does_not_lose_on_average(
    hand: AllIn, terms: Terms, data: st.DataObject
) -> None:
    for board in (hand.flop, hand.board[:4]):
        after = hand.after_each_card(board)
        for _, offer in offers(hand, board, [], terms):
            cover = chosen(data, offer)

            assert mean_to_club([cover], after, terms.premium_on_hit) >= 0


@given(hands(), TERMS)
def test_playing_every_unseen_card_gives_the_stated_edge(hand: AllIn, terms: Terms) -> None:
    for board in (hand.flop, hand.board[:4]):
        after = hand.after_each_card(board)
        for quoted, offer in offers(hand, board, [], terms):
            for choice in (quoted.full, quoted.break_even, quoted.equal_profit):
                if choice is not None:
                    cover = bought(offer, choice.coverage)
                    assert cover.premium == choice.premium
                    mean = mean_to_club([cover], after, terms.premium_on_hit)
                    assert choice.edge == mean / choice.premium >= 0


@given(hands(), TERMS, st.data())
def test_premiums_of_both_streets_are_paid_on_every_card_that_is_no_out(
    hand: AllIn, terms: Terms, data: st.DataObject
) -> None:
    covers = [chosen(data, offer) for _, offer in offers(hand, hand.flop, [], terms)]
    after = hand.after_each_card(hand.board[:4])
    for _, offer in offers(hand, hand.board[:4], covers, terms):
        cover = chosen(data, offer)
        mine = [one for one in covers if (one.pot, one.seat) == (cover.pot, cover.seat)] + [cover]
        lost_on = set(offer.outs)
        for board, won in after:
            (account,) = settle_covers(mine, board, won, terms.premium_on_hit)
            assert account.taken == account.due or board[4] in lost_on


@given(hands(), TERMS, st.data())
def test_who_owes_from_the_flop_can_pay_when_an_out_comes_on_the_river(
    hand: AllIn, terms: Terms, data: st.DataObject
) -> None:
    covers = [chosen(data, offer) for _, offer in offers(hand, hand.flop, [], terms)]
    after = hand.after_each_card(hand.board[:4])
    for quoted, offer in offers(hand, hand.board[:4], covers, terms):
        cover = unanswered(offer)
        if cover is None or cover.coverage == quoted.price.most:
            continue  # nothing owed, or no more could be sold
        mine = [one for one in covers if (one.pot, one.seat) == (cover.pot, cover.seat)] + [cover]
        for board, won in after:
            (account,) = settle_covers(mine, board, won, terms.premium_on_hit)
            assert account.taken == account.due


@given(hands(), TERMS, st.data())
def test_what_buyers_gain_the_club_pays_and_nobody_goes_below_zero(
    hand: AllIn, terms: Terms, data: st.DataObject
) -> None:
    covers = [chosen(data, offer) for _, offer in offers(hand, hand.flop, [], terms)]
    covers += [chosen(data, offer) for _, offer in offers(hand, hand.board[:4], covers, terms)]
    won = hand.won(hand.board)

    accounts = settle_covers(covers, hand.board, won, terms.premium_on_hit)

    stacks = {key: won.get(key, 0) for key in {*won, *((one.pot, one.seat) for one in accounts)}}
    for account in accounts:
        stacks[account.pot, account.seat] += account.paid - account.taken
    assert min(stacks.values(), default=0) >= 0
    club = sum(account.to_club for account in accounts)
    assert sum(stacks.values()) + club == sum(pot.amount for pot in hand.pots if pot.amount)
    assert {(one.pot, one.seat) for one in accounts} == {(one.pot, one.seat) for one in covers}


@given(hands(), TERMS)
def test_offers_keep_within_pot_outs_and_fair_odds(hand: AllIn, terms: Terms) -> None:
    for board in (hand.flop, hand.board[:4]):
        for pot, quoted in zip(hand.pots, hand.quote(board, [], terms), strict=True):
            if isinstance(quoted, NoOffer):
                continue
            cover = quoted.cover
            assert 1 <= cover.all_outs <= 14
            assert quoted.found.favourite in pot.contenders
            for kept, price in enumerate(quoted.prices, start=1):
                assert price.odds <= fair_odds(cover.unseen, cover.all_outs, kept)
                assert 1 <= price.most <= pot.amount
                assert premium_of(price.most, price.odds) <= pot.amount


@given(st.integers(1, 10**15), st.fractions(min_value=1, max_value=100, max_denominator=100))
def test_service_and_table_round_premiums_alike(coverage: int, odds: Fraction) -> None:
    prices = (OddsPrice(*odds.as_integer_ratio(), coverage),)
    offer = CoverOffer(pot=0, seat=1, street="turn", amount=coverage, outs=(0,), ties=(), prices=prices)

    assert bought(offer, coverage).premium == premium_of(coverage, odds)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 9), st.booleans()), min_size=2, max_size=9))
def test_a_players_chips_in_all_pots_are_what_he_put_in(paid: list[tuple[int, int, bool]]) -> None:
    players = [
        HandPlayer(seat, "", 0, contribution=paid_in, dead=dead, folded=folded)
        for seat, (paid_in, dead, folded) in enumerate(paid)
    ]
    live = [player for player in players if not player.folded]
    pots = pots_of(players)
    if not any(player.contribution for player in live):
        return  # nobody is all-in

    own = chips_in_pots(pots, players)

    for player in live:
        assert sum(pot.get(player.seat, 0) for pot in own) == player.contribution + player.dead
    assert all(pot.amount >= sum(chips.values()) for pot, chips in zip(pots, own, strict=True))
