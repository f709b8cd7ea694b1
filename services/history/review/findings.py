"""Findings: who should be looked at, and why, in words that a reviewer can check."""

from collections.abc import Iterable

import msgspec

from services.history.review.clockwork import Clockwork, clockworks
from services.history.review.meetings import Meetings, Pair
from services.history.review.outliers import unlikeness
from services.history.review.reasons import pair_reasons, timing_reasons
from services.history.review.signals import FEWEST_HANDS, PairSignals, pair_signals
from services.history.review.thresholds import FIXED, Thresholds


class Finding(msgspec.Struct, frozen=True):
    """`kind` is "pair" or "machine"; `score` 1 is the threshold. It accuses nobody: people decide."""

    kind: str
    players: tuple[str, ...]
    score: float
    unlike: float
    hands: int
    signals: dict[str, float]
    reasons: tuple[str, ...]

    @property
    def key(self) -> str:
        """By this decisions refer to it, whenever it is found again."""
        return f"{self.kind}:{'+'.join(self.players)}"

    @property
    def score_milli(self) -> int:
        """The score in thousandths, as it is stored and told."""
        return round(1000 * self.score)


def findings(
    meetings: Meetings, thresholds: Thresholds = FIXED, fewest_hands: int = FEWEST_HANDS
) -> list[Finding]:
    """All of a period, the strongest first."""
    found = [*_pairs(meetings, thresholds, fewest_hands), *_machines(meetings, thresholds)]
    return sorted(found, key=lambda one: (-one.score, one.key))


def _pairs(meetings: Meetings, limits: Thresholds, fewest_hands: int) -> Iterable[Finding]:
    """Twice: what those found at first do with each other is then nobody's habit, and judges nobody else."""
    apart: frozenset[Pair] = frozenset()
    found: list[Finding] = []
    for _ in range(2):
        met = pair_signals(meetings, fewest_hands, apart)
        scored = zip(met, unlikeness([one.features() for one in met]), strict=True)
        found = [finding for one, unlike in scored if (finding := _pair(one, unlike, limits)).score >= 1]
        apart = frozenset((one.players[0], one.players[1]) for one in found)
    return found


def _pair(one: PairSignals, unlike: float, limits: Thresholds) -> Finding:
    parts = {
        "toll": one.toll.z / limits.toll,
        "soft": one.soft_z / limits.soft,
        "folds": one.folds.z / limits.folds,
        "presses": one.presses.z / limits.presses,
        "joint": one.joint_z / limits.joint,
    }
    score = max(parts.values())
    if unlike >= limits.unlike:
        score /= limits.nearly
    signals = {
        "toll": one.toll.z,
        "soft": one.soft_z,
        "folds": one.folds.z,
        "presses": one.presses.z,
        "joint": one.joint_z,
        "together": one.together,
    }
    strongest_first = sorted(parts, key=parts.__getitem__, reverse=True)
    telling = [name for name in strongest_first if parts[name] >= limits.nearly]
    return Finding("pair", one.pair, score, unlike, one.hands, signals, pair_reasons(one, telling, unlike))


def _machines(meetings: Meetings, limits: Thresholds) -> Iterable[Finding]:
    timed = clockworks(meetings)
    for one, unlike in zip(timed, unlikeness([each.features() for each in timed]), strict=True):
        signs = _signs(one, limits)
        if len(signs) >= limits.machine_signs:
            yield Finding(
                "machine",
                (one.player,),
                len(signs) / limits.machine_signs,
                unlike,
                meetings.alone[one.player].hands,
                {"scatter": one.scatter, "doubt": one.doubt, "busiest_day": one.busiest_day},
                timing_reasons(one, signs, unlike),
            )


def _signs(one: Clockwork, limits: Thresholds) -> set[str]:
    signs = {
        "scatter": one.scatter < limits.scatter,
        "doubt": one.doubt < limits.doubt,
        "hours": one.busiest_day >= limits.hours,
    }
    return {name for name, there in signs.items() if there}
