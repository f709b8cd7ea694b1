"""What each card that may come next does to each pot: who leads it then (R9.2, R9.3)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from riverrun.holdem.rank import rank
from riverrun.kernel.cards import ALL_CARDS, Card, Cards
from riverrun.kernel.identifiers import SeatNo

Leaders: TypeAlias = tuple[SeatNo, ...]
"""Who holds the best hand among a pot's contenders, in their order; several are tied."""


class Outcomes(msgspec.Struct, frozen=True):
    """The leaders of each pot, main pot first: now, and after each unseen card.

    Unseen is the deck less the board and the hands turned up; folded hands stay unseen.
    """

    now: tuple[Leaders, ...]
    after: Mapping[Card, tuple[Leaders, ...]]


def next_card_outcomes(
    board: Cards, hands: Mapping[SeatNo, Cards], pots: Sequence[tuple[SeatNo, ...]]
) -> Outcomes:
    """All outcomes, found here: what the evaluator answers is held to this. `pots` are their contenders."""
    seen = {*board, *(card for hand in hands.values() for card in hand)}
    return Outcomes(
        now=_leaders(board, hands, pots),
        after={card: _leaders((*board, card), hands, pots) for card in ALL_CARDS if card not in seen},
    )


def _leaders(
    board: Cards, hands: Mapping[SeatNo, Cards], pots: Sequence[tuple[SeatNo, ...]]
) -> tuple[Leaders, ...]:
    ranks = {seat: rank((*board, *hand)) for seat, hand in hands.items()}
    found = []
    for contenders in pots:
        best = max([ranks[seat] for seat in contenders])
        found.append(tuple([seat for seat in contenders if ranks[seat] == best]))
    return tuple(found)
