"""An insurance service within the process: the real pricing upon outcomes found in plain Python."""

from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from services.insurance.answers import quote_response
from services.insurance.pricing.next_card import next_card_outcomes
from services.insurance.pricing.quote import quote_pots
from services.insurance.questions import spot_in


def own_answer(request: pb.QuoteRequest) -> pb.QuoteResponse:
    """What the service would answer."""
    spot = spot_in(request)
    contenders = [one.seats for one in spot.pots]
    return quote_response(quote_pots(spot, next_card_outcomes(spot.board, spot.hands, contenders)))


class OwnQuotes:
    """Quotes, and keeps what it was asked; `away` makes it silent, `instead` is what it answers then."""

    def __init__(self) -> None:
        self.asked: list[pb.QuoteRequest] = []
        self.away = False
        self.instead: pb.QuoteResponse | None = None

    async def quote(self, request: pb.QuoteRequest) -> pb.QuoteResponse:
        self.asked.append(request)
        if self.away:
            raise TimeoutError
        return own_answer(request) if self.instead is None else self.instead
