"""Pots as the evaluator knows them: by the places of those who contend, and of those who are best."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.evaluator.card_checks import check_count

Contenders: TypeAlias = tuple[int, ...]
"""The places of those hands that can win a pot."""
Leaders: TypeAlias = tuple[int, ...]
"""The places of those of them that are best."""

POTS = range(10)


def pots_in(pots: Sequence[pb.Pot], hands: int) -> tuple[Contenders, ...]:
    """Each pot's contenders; without a pot all hands contend for one. Raises `BadArgument`."""
    check_count("pots", len(pots), POTS)
    found = [_contenders_in(f"pots[{at}]", pot.contenders, hands) for at, pot in enumerate(pots)]
    return tuple(found) or (tuple(range(hands)),)


def _contenders_in(field: str, contenders: Iterable[int], hands: int) -> Contenders:
    found = tuple(sorted(contenders))
    check_count(field, len(found), range(1, hands + 1))
    if len(set(found)) < len(found) or found[-1] >= hands:
        raise BadArgument("not_a_contender", field, "a place that no hand has, or one twice")
    return found


def leaders(ranks: Sequence[int], contenders: Contenders) -> Leaders:
    """The best of some hands, in their order."""
    highest, best = -1, []
    for at in contenders:
        if ranks[at] > highest:
            highest, best = ranks[at], [at]
        elif ranks[at] == highest:
            best.append(at)
    return tuple(best)
