"""Where outcomes come from: the evaluator, asked within a deadline."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import grpc
import structlog
from grpc import StatusCode

from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.identifiers import SeatNo
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorStub
from riverrun.runtime.grpc.channel import open_channel
from services.insurance.pricing.next_card import Leaders, Outcomes

log = structlog.get_logger(__name__)

Pots: TypeAlias = Sequence[tuple[SeatNo, ...]]
"""Each pot's contenders, in order from the left of the button."""

EVALUATOR = pb.DESCRIPTOR.services_by_name["Evaluator"].full_name
AWAY = {StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED}


class EvaluatorAway(Exception):
    """It did not answer in time, so that nothing can be priced."""


class NextCards(Protocol):
    """Finds out what each card that may come next does to each pot."""

    async def outcomes(
        self, board: Cards, hands: Mapping[SeatNo, Cards], pots: Pots, within_s: float | None
    ) -> Outcomes:
        """Leaders come in the order of the pot's contenders. Raises `EvaluatorAway`."""


class GrpcNextCards:
    """Asks the evaluator, for at most `deadline_ms` and no longer than the caller waits.

    A part of the process: its channel is open for as long as this lives. The evaluator may come and go.
    """

    def __init__(self, target: str, deadline_ms: int) -> None:
        self._target = target
        self._channel = open_channel(target, repeatable=[EVALUATOR])
        self._evaluator = EvaluatorStub(self._channel)
        self._deadline_s = deadline_ms / 1000

    async def start(self) -> dict[str, str]:
        """The channel connects when it is first used."""
        return {"evaluator": self._target}

    async def drain(self) -> None:
        """What is being quoted still needs answers."""

    async def stop(self) -> None:
        await self._channel.close()

    async def outcomes(
        self, board: Cards, hands: Mapping[SeatNo, Cards], pots: Pots, within_s: float | None
    ) -> Outcomes:
        """See `NextCards`."""
        seats = tuple(hands)
        request = pb.NextCardRequest(
            holes=[bytes(hand) for hand in hands.values()],
            board=bytes(board),
            pots=[pb.Pot(contenders=[seats.index(seat) for seat in pot]) for pot in pots],
        )
        deadline_s = self._deadline_s if within_s is None else min(self._deadline_s, within_s)
        try:
            answer = await self._evaluator.NextCard(request, timeout=deadline_s)
        except grpc.aio.AioRpcError as error:
            if error.code() not in AWAY:
                raise
            log.warning("evaluator_away", code=error.code().name)
            raise EvaluatorAway from error
        return Outcomes(_by_seat(answer.now, seats, pots), _after_each(answer.cards, seats, pots))


def _after_each(
    found: Iterable[pb.NextCard], seats: tuple[SeatNo, ...], pots: Pots
) -> dict[Card, tuple[Leaders, ...]]:
    """Few outcomes are different ones: each is read once, and known again by its bytes."""
    after: dict[Card, tuple[Leaders, ...]] = {}
    read: dict[bytes, tuple[Leaders, ...]] = {}
    for one in found:
        card = one.card
        one.ClearField("card")
        outcome = one.SerializeToString(deterministic=True)
        if outcome not in read:
            read[outcome] = _by_seat(one.pots, seats, pots)
        after[card] = read[outcome]
    return after


def _by_seat(found: Iterable[pb.Leaders], seats: tuple[SeatNo, ...], pots: Pots) -> tuple[Leaders, ...]:
    """The evaluator's places as seats; those who tie in the order in which odd chips go."""
    leaders = []
    for pot, one in zip(pots, found, strict=True):
        leading = tuple([seats[place] for place in one.hands])
        leaders.append(leading if len(leading) == 1 else tuple([seat for seat in pot if seat in leading]))
    return tuple(leaders)
