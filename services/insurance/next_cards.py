"""Where outcomes come from: the evaluator, asked within a deadline."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from riverrun.kernel.cards import Cards
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.next_card import Outcomes, next_card_outcomes


class EvaluatorAway(Exception):
    """It did not answer in time, so that nothing can be priced."""


class NextCards(Protocol):
    """Finds out what each card that may come next does to each pot."""

    async def outcomes(
        self,
        board: Cards,
        hands: Mapping[SeatNo, Cards],
        pots: Sequence[tuple[SeatNo, ...]],
        within_s: float | None,
    ) -> Outcomes:
        """`pots` are their contenders, in order; leaders come in that order. Raises `EvaluatorAway`."""


class OwnNextCards:
    """Ranks in this process: half a millisecond for nine hands."""

    async def outcomes(
        self,
        board: Cards,
        hands: Mapping[SeatNo, Cards],
        pots: Sequence[tuple[SeatNo, ...]],
        within_s: float | None,  # noqa: ARG002 - asks nobody
    ) -> Outcomes:
        """See `NextCards`."""
        return next_card_outcomes(board, hands, pots)
