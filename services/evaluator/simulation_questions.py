"""Reads what is to be simulated. Every function raises `BadArgument` for a request that is wrong."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import isfinite
from secrets import randbits

import numpy as np

from riverrun.kernel.cards import Card
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.evaluator.card_checks import cards_in, check_count
from services.evaluator.engine import Simulation
from services.evaluator.opponents import Range, against
from services.evaluator.random_words import mixed
from services.evaluator.simulating import Enough
from services.evaluator.spot import BOARD
from services.evaluator.spot_questions import check_enough, spot_of

OPPONENTS = range(1, 9)
PAIRS = range(1, 1327)


@dataclass(frozen=True)
class SimulationQuestion:
    """What is simulated, for how long, and the seed to be told."""

    simulation: Simulation
    enough: Enough
    seed: int


def simulation_in(request: pb.SimulateRequest, most_samples: int) -> SimulationQuestion:
    """A known hand against one to eight opponents, with an end."""
    check_count("unknown_opponents", request.unknown_opponents, range(OPPONENTS.stop))
    opponents = request.unknown_opponents + len(request.ranges)
    if opponents not in OPPONENTS:
        raise BadArgument("unknown_hand", "unknown_opponents", f"{opponents} opponents; 1 to 8 are possible")
    spot = spot_of(
        [cards_in("hole", request.hole, 2, 2)], cards_in("board", request.board, 0, BOARD), request.dead
    )
    check_enough(spot, "unknown_opponents", unknown=opponents)
    unseen = frozenset(spot.unseen)
    ranges = [_range_in(f"ranges[{at}]", given, unseen) for at, given in enumerate(request.ranges)]
    seed = request.seed if request.HasField("seed") else randbits(64)
    spread = mixed(np.array([seed], np.uint64))[0]
    simulation = Simulation(spot, against(request.unknown_opponents, ranges), spread)
    return SimulationQuestion(simulation, _enough_in(request, most_samples), seed)


def _enough_in(request: pb.SimulateRequest, most_samples: int) -> Enough:
    if not (request.samples or request.standard_error):
        raise BadArgument("no_limit", "samples", "neither samples nor a standard error to reach")
    if not (isfinite(request.standard_error) and request.standard_error >= 0):
        raise BadArgument("no_limit", "standard_error", "not a number above 0")
    if request.samples > most_samples:
        raise BadArgument("no_limit", "samples", f"{request.samples}; at most {most_samples}")
    return Enough(request.samples or most_samples, request.standard_error)


def _range_in(field: str, given: pb.Range, unseen: AbstractSet[Card]) -> Range:
    """The pairs of a range that are still possible."""
    many, left_over = divmod(len(given.holes), 2)
    if left_over:
        raise BadArgument("wrong_count", f"{field}.holes", "a byte too many for pairs of cards")
    check_count(f"{field}.holes", many, PAIRS)
    _, cards = cards_in(f"{field}.holes", given.holes, 2, 2 * PAIRS.stop)
    weights = list(given.weights) or [1] * many
    if len(weights) != many:
        raise BadArgument("bad_range", f"{field}.weights", f"{len(weights)} weights for {many} pairs")
    pairs = [(min(pair), max(pair)) for pair in zip(cards[::2], cards[1::2], strict=True)]
    if len(set(pairs)) < many or any(low == high for low, high in pairs):
        raise BadArgument("bad_range", f"{field}.holes", "a pair of cards twice, or of one card")
    possible = {
        pair: weight for pair, weight in zip(pairs, weights, strict=True) if weight and unseen >= set(pair)
    }
    if not possible:
        raise BadArgument("bad_range", field, "no pair is left of it")
    return possible
