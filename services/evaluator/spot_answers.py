"""Writes counts and leaders in the words of the protocol."""

from collections.abc import Sequence

from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from services.evaluator.counts import SHARES, TIES, WINS, Counts, counts_of
from services.evaluator.next_card import NextCards
from services.evaluator.pots import Leaders
from services.evaluator.simulating import Found


def equity_response(counts: Counts, ways: int) -> pb.EquityResponse:
    """What each hand gets of all ways."""
    rows = counts.tolist()
    hands = [pb.HandEquity(wins=row[WINS], ties=row[TIES], share=row[SHARES]) for row in rows]
    return pb.EquityResponse(ways=ways, hands=hands)


def next_card_response(found: NextCards) -> pb.NextCardResponse:
    """Who leads, now and with each card."""
    answer = pb.NextCardResponse(now=_leaders(found.now))
    # Few outcomes are different ones: each is written once, and copied, which is five times as fast.
    written: dict[tuple[Leaders, ...], pb.NextCard] = {}
    for card, pots in found.after.items():
        one = written.get(pots)
        if one is None:
            one = written[pots] = pb.NextCard(pots=_leaders(pots))
        told = answer.cards.add()
        told.CopyFrom(one)
        told.card = card
    return answer


def _leaders(pots: Sequence[Leaders]) -> list[pb.Leaders]:
    return [pb.Leaders(hands=leaders) for leaders in pots]


def simulate_response(found: Found, seed: int, *, done: bool) -> pb.SimulateResponse:
    """What is known so far."""
    wins, ties, share = counts_of(found.outcomes)
    return pb.SimulateResponse(
        samples=found.samples,
        hand=pb.HandEquity(wins=wins, ties=ties, share=share),
        standard_error=found.standard_error,
        seed=seed,
        done=done,
    )
