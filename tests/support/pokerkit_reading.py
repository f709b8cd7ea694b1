"""What pokerkit makes of our PHH, told what the format cannot say: the rake of each pot, and later boards."""

import warnings
from collections import defaultdict
from functools import partial
from itertools import combinations
from typing import Any

from pokerkit import HandHistory, State

from services.history.exports.phh import phh
from services.history.exports.poker_stars import poker_stars
from services.history.hands.told_hand import ToldHand


class SeveralRuns(HandHistory):
    """The players of an all-in agree on so many boards."""

    runs: int = 1

    def create_state(self) -> State:
        state: Any = super().create_state()
        state.select_runout_count = partial(type(state).select_runout_count, state, self.runs)
        return state  # type: ignore[no-any-return]


def stacks_as_written(hand: ToldHand) -> list[int]:
    """The stacks that pokerkit comes to from the file alone. Raises `ValueError` where it cannot read it."""
    return _stacks(HandHistory.loads(phh(hand)))


def stacks_read_back(hand: ToldHand) -> list[int] | None:
    """The same, told the rake of each pot, and how often the board was run and what came on it.

    None where pokerkit, which asks the rake by a pot's amount, could mean either of two pots.
    """
    if hand.ended_by == "fold":  # pokerkit leaves the winner's last bet out of the pot that it would rake
        (award,) = hand.steps_of("award")
        stacks = zip(stacks_as_written(hand), hand.players, strict=True)
        return [stack - hand.rake if one.seat == award.seat else stack for stack, one in stacks]
    rakes = _rakes(hand)
    if any(len(found) > 1 for found in rakes.values()):
        return None
    history = SeveralRuns.loads(phh(hand), rake=partial(_raked, rakes))
    assert isinstance(history, SeveralRuns)
    history.runs = hand.runs
    history.actions += [f"d db {step.cards}" for step in hand.steps_of("board") if step.board]
    return _stacks(history)


def stacks_of_pokerstars_text(hand: ToldHand) -> list[int]:
    """The stacks that pokerkit comes to from our text in PokerStars' manner."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a field of its own that it does not know
        (history,) = HandHistory.from_pokerstars(poker_stars(hand), error_status=True)
    return _stacks(history)


def _rakes(hand: ToldHand) -> dict[int, set[int]]:
    """By amount: pokerkit makes one pot of those in a row that only the same hands can still win."""
    rakes: defaultdict[int, set[int]] = defaultdict(set)
    for first, last in combinations(range(len(hand.pots) + 1), 2):
        together = hand.pots[first:last]
        rakes[sum(pot.amount for pot in together)].add(sum(pot.rake for pot in together))
    return rakes


def _raked(rakes: dict[int, set[int]], amount: int, _: State) -> tuple[int, int]:
    (kept,) = rakes.get(amount, {0})
    return kept, amount - kept


def _stacks(history: HandHistory) -> list[int]:
    with warnings.catch_warnings():
        # pokerkit wonders at who folds where he could check.
        warnings.simplefilter("ignore")
        *_, last = history
    return list(last.stacks)
