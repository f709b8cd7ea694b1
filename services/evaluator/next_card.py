"""What the next card makes of each pot: who leads with it, and who ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from riverrun.holdem.rank import rank, ranks_with_each
from riverrun.kernel.cards import Card
from services.evaluator.pots import Contenders, Leaders, leaders
from services.evaluator.spot import Spot


@dataclass(frozen=True)
class NextCards:
    """For each pot, who leads now; for each unseen card, who will lead each pot with it."""

    now: tuple[Leaders, ...]
    after: Mapping[Card, tuple[Leaders, ...]]


def next_cards(spot: Spot, pots: Sequence[Contenders]) -> NextCards:
    """Before the turn or the river. A few hundred hands are ranked, in a tenth of a millisecond.

    So few that plain additions are quicker than handing them to an engine.
    """
    places = [tuple(sorted(contenders)) for contenders in pots]
    now = [rank((*spot.board, *hole)) for hole in spot.holes]
    after = {
        card: tuple([leaders(ranks, contenders) for contenders in places])
        for card, ranks in ranks_with_each(spot.unseen, spot.board, spot.holes)
    }
    return NextCards(tuple([leaders(now, contenders) for contenders in places]), after)
