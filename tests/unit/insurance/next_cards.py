"""Fakes of where outcomes come from: one that ranks at once, and one that does not answer."""

from collections.abc import Mapping

from riverrun.kernel.cards import Cards
from riverrun.kernel.identifiers import SeatNo
from services.insurance.next_cards import EvaluatorAway, Pots
from services.insurance.pricing.next_card import Outcomes, next_card_outcomes


class OwnNextCards:
    """Ranks here, by the oracle."""

    async def outcomes(
        self, board: Cards, hands: Mapping[SeatNo, Cards], pots: Pots, within_s: float | None
    ) -> Outcomes:
        return next_card_outcomes(board, hands, pots)


class AwayNextCards:
    """An evaluator that does not answer."""

    async def outcomes(
        self, board: Cards, hands: Mapping[SeatNo, Cards], pots: Pots, within_s: float | None
    ) -> Outcomes:
        raise EvaluatorAway
