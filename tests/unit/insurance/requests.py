"""Requests to the insurance service, as the table would write them."""

from collections.abc import Sequence

from riverrun.kernel.cards import cards
from riverrun.pb.insurance.v1 import insurance_pb2 as pb

USUAL_TERMS = pb.Terms(policy=pb.POLICY_ODDS_TABLE, premium_on_hit=pb.PREMIUM_ON_HIT_RETURNED, carry=True)


def packed(text: str) -> bytes:
    return bytes(cards(text))


def question(
    story: Sequence[str], *pots: pb.Pot, terms: pb.Terms = USUAL_TERMS, hand_limit: int | None = None
) -> pb.QuoteRequest:
    """`story` is the board, then the hands of seats 1, 2, …"""
    board, *hands = story
    return pb.QuoteRequest(
        board=packed(board),
        hands=[pb.OpenHand(seat=seat, cards=packed(hand)) for seat, hand in enumerate(hands, start=1)],
        pots=pots,
        terms=terms,
        hand_limit=hand_limit,
    )


def pot(amount: int, *seats: int, owed: int = 0, left_out: str = "") -> pb.Pot:
    """Each contender has put in as much as the others; the first one owes."""
    contenders = [
        pb.Contender(seat=seat, chips_in=amount // len(seats), owed=0 if at else owed)
        for at, seat in enumerate(seats)
    ]
    return pb.Pot(amount=amount, contenders=contenders, left_out=packed(left_out))
