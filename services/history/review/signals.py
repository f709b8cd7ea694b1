"""What speaks for two playing together, each signal in standard deviations from what was to be expected."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from math import sqrt

from services.history.review.habits import Expected, Habits
from services.history.review.meetings import Alone, Choices, Meetings, Pair, Shared, pair_of
from services.history.review.spots import Spot, spot_of

FEWEST_HANDS = 200
"""Two who met in fewer hands are not judged."""


@dataclass(frozen=True, slots=True)
class Toll:
    """Chips that went from one to the other, in big blinds, beside what would have gone by both's results."""

    giver: str
    big_blinds: float
    expected: float
    z: float


@dataclass(frozen=True, slots=True)
class PairSignals:
    """What a period shows of two. `together` is the share of hands of who played fewer.

    `bets`: all bets and raises at each other; `presses` those of them that raise while a third is still in.
    """

    pair: Pair
    hands: int
    together: float
    toll: Toll
    bets: Expected
    folds: Expected
    presses: Expected
    joint_z: float

    @property
    def soft_z(self) -> float:
        """How much less they bet and raise each other than others."""
        return -self.bets.z

    def features(self) -> list[float]:
        """For the isolation forest: directions do not matter to it."""
        return [self.toll.z, self.soft_z, self.folds.z, self.presses.z, self.joint_z, self.together]


def pair_signals(
    meetings: Meetings, fewest_hands: int = FEWEST_HANDS, apart: Collection[Pair] = ()
) -> list[PairSignals]:
    """The signals of all who met often enough, by pair; what pairs set apart did is nobody's habit."""
    usual = {key: one for key, one in meetings.choices.items() if pair_of(key[0], key[1]) not in apart}
    habits, spots = Habits(usual), _spots(meetings)
    flows = Flows(meetings, apart)
    found = []
    for pair, shared in sorted(meetings.shared.items()):
        if shared.hands < fewest_hands:
            continue
        sums: dict[Spot, Expected] = defaultdict(Expected)
        for player, other, cell in spots[pair]:
            choices = meetings.choices[player, other, cell]
            own = Choices() if pair in apart else choices
            expected = habits.expected(player, other, cell, choices.could, own)
            sums[spot_of(cell)].add(choices, *expected)
        one, two = (meetings.alone[player] for player in pair)
        bets = _sum(sums[Spot.BET], sums[Spot.RAISE], sums[Spot.PRESS])
        together = shared.hands / min(one.hands, two.hands)
        joint_z = _joint_z(shared, one, two)
        found.append(
            PairSignals(
                pair,
                shared.hands,
                together,
                flows.toll(pair),
                bets,
                sums[Spot.FOLD],
                sums[Spot.PRESS],
                joint_z,
            )
        )
    return found


def _spots(meetings: Meetings) -> dict[Pair, list[tuple[str, str, int]]]:
    found: dict[Pair, list[tuple[str, str, int]]] = defaultdict(list)
    for key in meetings.choices:
        found[pair_of(key[0], key[1])].append(key)
    return found


def _sum(*parts: Expected) -> Expected:
    found = Expected()
    for each in parts:
        found.could += each.could
        found.did += each.did
        found.expected += each.expected
        found.variance += each.variance
    return found


class Flows:
    """What each player lets go to others, hand by hand."""

    def __init__(self, meetings: Meetings, apart: Collection[Pair]) -> None:
        self._shared = meetings.shared
        self._apart = apart
        self._lost: dict[str, Shared] = defaultdict(Shared)
        for (one, other), shared in meetings.shared.items():
            if (one, other) in apart:
                continue
            for player, sign in ((one, 1), (other, -1)):
                sums = self._lost[player]
                sums.hands += shared.hands
                sums.flow += sign * shared.flow
                sums.flow_squared += shared.flow_squared

    def toll(self, pair: Pair) -> Toll:
        """What went from one to the other beyond what either gives or takes elsewhere."""
        shared = self._shared[pair]
        (gives, unsure_gives), (takes, unsure_takes) = self._elsewhere(pair, 0), self._elsewhere(pair, 1)
        hands = shared.hands
        expected = hands * (gives - takes)
        variance = shared.flow_squared + hands * hands * (unsure_gives + unsure_takes)
        beyond = shared.flow - expected
        z = beyond / sqrt(variance + 1)
        if beyond < 0:
            return Toll(pair[1], -shared.flow, -expected, -z)
        return Toll(pair[0], shared.flow, expected, z)

    def _elsewhere(self, pair: Pair, place: int) -> tuple[float, float]:
        """What the player of that place lets go to another in a hand, on average, and its variance."""
        lost = self._lost[pair[place]]
        shared = Shared() if pair in self._apart else self._shared[pair]
        hands = max(1, lost.hands - shared.hands)
        flow = lost.flow - (shared.flow if place == 0 else -shared.flow)
        return flow / hands, (lost.flow_squared - shared.flow_squared) / (hands * hands)


def _joint_z(shared: Shared, one: Alone, two: Alone) -> float:
    """How much more two win with each other at the table than each wins without the other."""
    means, unsure = 0.0, 0.0
    # What the two won in shared hands is known of both together only: half of it is taken from each.
    for alone in (one, two):
        hands = alone.hands - shared.hands
        if hands < FEWEST_HANDS:
            return 0.0
        means += (alone.won - shared.both / 2) / hands
        unsure += alone.won_squared / alone.hands / hands
    scatter = shared.both_squared / shared.hands - (shared.both / shared.hands) ** 2
    return (shared.both / shared.hands - means) / sqrt(scatter / shared.hands + unsure)
