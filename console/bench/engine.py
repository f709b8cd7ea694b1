"""`riverrun bench engine`: whole hands of random legal play beside pokerkit and pokerfast in the same run."""

from collections.abc import Callable
from random import Random
from time import process_time

from console.bench.peer_hands import PEERS
from console.bench.random_hands import PlayHand, random_hands
from console.bench.rows import BenchRow

SIZES = {"heads-up": 2, "6-max": 6, "9-max": 9}
ROUNDS, SECONDS = 40, 0.05
OURS = "riverrun"


class Rate:
    """All rounds of one engine, in processor time.

    Not the best one: a slow engine plays so few hands in a round that short hands would decide it.
    """

    def __init__(self, make: Callable[[int], PlayHand], players: int) -> None:
        self._play = make(players)
        self._whims = Random(players)  # noqa: S311 - the same hands in every run
        self._hands = self._actions = 0
        self._took = 0.0

    @property
    def hands_s(self) -> float:
        """Hands a second."""
        return self._hands / self._took

    @property
    def us_an_action(self) -> float:
        """Microseconds an action, what begins and ends a hand shared out among its actions."""
        return self._took / self._actions * 1e6

    def warm_up(self, seconds: float) -> None:
        """Play without counting: tables filled at first use, code made quick."""
        self.play_round(seconds)
        self._hands = self._actions = 0
        self._took = 0.0

    def play_round(self, seconds: float) -> None:
        """Play for that long."""
        took = 0.0
        started = process_time()
        while took < seconds:
            self._actions += self._play(self._whims)
            self._hands += 1
            took = process_time() - started
        self._took += took


def rows(seconds: float = SECONDS, rounds: int = ROUNDS) -> list[BenchRow]:
    """Hands a second and microseconds an action at each table size; engines take turns, round by round."""
    found: list[BenchRow] = []
    for size, players in SIZES.items():
        rates = {name: Rate(make, players) for name, make in {OURS: random_hands, **PEERS}.items()}
        for rate in rates.values():
            rate.warm_up(10 * seconds)
        for _ in range(rounds):
            for rate in rates.values():
                rate.play_round(seconds)
        found += _rows(size, rates)
    return found


def _rows(size: str, rates: dict[str, Rate]) -> list[BenchRow]:
    ours = rates[OURS]
    beside = [
        BenchRow(
            "engine",
            f"{size} {OURS}",
            ours.hands_s,
            "hands/s",
            ours.hands_s / rates[peer].hands_s,
            f"{size} {peer}",
        )
        for peer in PEERS
    ]
    theirs = [BenchRow("engine", f"{size} {peer}", rates[peer].hands_s, "hands/s") for peer in PEERS]
    actions = [
        BenchRow("engine", f"{size} {name}", rate.us_an_action, "us/action") for name, rate in rates.items()
    ]
    return beside + theirs + actions
