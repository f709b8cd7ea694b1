"""`riverrun bench insurance`: how long a quote takes over gRPC at 200 a second, and what it costs."""

import asyncio
from random import Random

from console.bench.quoting import asked_at
from console.bench.rows import BenchRow
from riverrun.kernel.cards import ALL_CARDS
from riverrun.pb.insurance.v1 import insurance_pb2 as pb

PACE, QUOTES = 200, 2_000
MOST_HANDS = 4


def rows() -> list[BenchRow]:
    """Random all-ins of two to four hands, on the flop and on the turn, with one pot or two."""
    chance = Random(7)  # noqa: S311 - the same spots in every run
    asked = asyncio.run(asked_at(PACE, [_all_in(chance) for _ in range(QUOTES)]))
    case = f"quotes over gRPC, {PACE} a second"
    found = [
        BenchRow("insurance", f"{case}: {name}", asked.within(part) * 1_000, "ms")
        for name, part in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))
    ]
    spent = [
        BenchRow("insurance", f"processor time a quote: {name}", seconds / QUOTES * 1_000, "ms")
        for name, seconds in asked.spent.items()
    ]
    return [*found, *spent]


def _all_in(chance: Random) -> pb.QuoteRequest:
    players = chance.randint(2, MOST_HANDS)
    deck = chance.sample(ALL_CARDS, 2 * players + chance.choice((3, 4)))
    hands = [deck[2 * at : 2 * at + 2] for at in range(players)]
    pots = [pb.Pot(amount=1_000 * players, contenders=[_contender(seat, 1_000) for seat in range(players)])]
    if players > 2:
        others = [_contender(seat, 700) for seat in range(1, players)]
        pots.append(pb.Pot(amount=700 * (players - 1), contenders=others))
    return pb.QuoteRequest(
        board=bytes(deck[2 * players :]),
        hands=[pb.OpenHand(seat=seat, cards=bytes(hand)) for seat, hand in enumerate(hands)],
        pots=pots,
        terms=pb.Terms(policy=pb.POLICY_ODDS_TABLE, premium_on_hit=pb.PREMIUM_ON_HIT_RETURNED, carry=True),
    )


def _contender(seat: int, chips_in: int) -> pb.Contender:
    return pb.Contender(seat=seat, chips_in=chips_in)
