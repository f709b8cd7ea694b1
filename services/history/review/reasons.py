"""Says in words what a finding stands on, with the numbers it was made from."""

from collections.abc import Collection, Sequence

from services.history.review.clockwork import Clockwork
from services.history.review.habits import Expected
from services.history.review.signals import PairSignals

UNLIKE = 0.6
"""An isolation forest's score from which on it is told."""


def pair_reasons(one: PairSignals, telling: Sequence[str], unlike: float) -> tuple[str, ...]:
    """A sentence for each signal that tells, in that order, and what else one should know of two."""
    first, second = one.pair
    toll = one.toll
    taker = second if toll.giver == first else first
    told = {
        "toll": (
            f"{toll.giver} lost {toll.big_blinds:,.0f} big blinds to {taker}; by what both give and take"
            f" elsewhere {toll.expected:,.0f} were to be expected ({toll.z:.1f} standard deviations)"
        ),
        "soft": f"they bet at or raised each other {_counted(one.bets)}",
        "folds": f"left alone, they folded to each other's bets {_counted(one.folds)}",
        "presses": f"with a third player still in, one raised over the other's bet {_counted(one.presses)}",
        "joint": (
            f"with each other at the table they win more than apart ({one.joint_z:.1f} standard deviations)"
        ),
    }
    found = [told[name] for name in telling]
    found.append(f"they shared {one.hands:,} hands, {one.together:.0%} of those of the one who played fewer")
    return (*found, *_unlike(unlike, "pair"))


def timing_reasons(one: Clockwork, signs: Collection[str], unlike: float) -> tuple[str, ...]:
    """A sentence for each sign of a machine."""
    told = {
        "scatter": f"thinking times scatter by {one.scatter:.2f} in their logarithm; people's by 0.4 to 0.9",
        "doubt": f"a harder decision takes {one.doubt:+.0%} longer a step; people's 12 % and more",
        "hours": f"decisions in {one.busiest_day} hours of one day, in {one.usual_day:.0f} of a usual one",
    }
    found = [sentence for name, sentence in told.items() if name in signs]
    return (*found, f"counted from {one.decisions:,} decisions", *_unlike(unlike, "player"))


def _counted(sums: Expected) -> str:
    return (
        f"{sums.did:,} times out of {sums.could:,}, by their habits {sums.expected:,.0f} were to be expected"
        f" ({abs(sums.z):.1f} standard deviations)"
    )


def _unlike(unlike: float, what: str) -> tuple[str, ...]:
    return (
        (f"the isolation forest sets this {what} apart from the others ({unlike:.2f})",)
        if unlike > UNLIKE
        else ()
    )
