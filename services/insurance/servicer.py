"""The one call of the insurance service: read, ask the evaluator, price, answer."""

from typing import Any, TypeAlias

from grpc import StatusCode
from grpc.aio import ServicerContext

from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceServicer
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.insurance.answers import quote_response
from services.insurance.next_cards import EvaluatorAway, NextCards
from services.insurance.pricing.cover import NotAnOut
from services.insurance.pricing.quote import quote_pots
from services.insurance.questions import spot_in

Context: TypeAlias = ServicerContext[Any, Any]

AWAY = "evaluator_away: nothing can be offered"


class Insurance(InsuranceServicer):
    """Answers `riverrun.insurance.v1.Insurance`. What it refuses, `Answering` turns into a status."""

    def __init__(self, next_cards: NextCards) -> None:
        self._next_cards = next_cards

    async def Quote(self, request: pb.QuoteRequest, context: Context) -> pb.QuoteResponse:  # noqa: N802
        spot = spot_in(request)
        contenders = [pot.seats for pot in spot.pots]
        try:
            outcomes = await self._next_cards.outcomes(
                spot.board, spot.hands, contenders, context.time_remaining()
            )
        except EvaluatorAway:
            await context.abort(StatusCode.UNAVAILABLE, AWAY)
        try:
            return quote_response(quote_pots(spot, outcomes))
        except NotAnOut as wrong:
            raise BadArgument(wrong.code, f"pots[{wrong.pot}].left_out", "see the pot's outs") from None
