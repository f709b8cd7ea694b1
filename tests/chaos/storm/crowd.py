"""Many clients at once, each asking for one thing after another, as much as the ration allows."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from riverrun.runtime.tasks import end
from tests.chaos.storm.asking import Asker
from tests.chaos.storm.clubs import StormClub
from tests.chaos.storm.operations import AT_THE_CLUB, Kind, Operation

CLIENTS = 96
KINDS: dict[Kind, int] = {
    "grant": 22,
    "take_back": 12,
    "transfer": 22,
    "sit_down": 22,
    "top_up": 6,
    "stand_up": 16,
}
"""How many of a hundred operations are of each kind."""
ASKS_ONCE = 0.2
"""So many in one never ask again: what came of it they do not know."""
LARGEST = 1_500
"""More than many a balance: some are refused."""
AMOUNTS = {"sit_down": (100, LARGEST), "top_up": (1, 500), "stand_up": (0, 0)}


class Crowd:
    """`operations` are all that were asked, `answered` counts those of which something came."""

    def __init__(self, clubs: Sequence[StormClub], asker: Asker, seed: int) -> None:
        self._clubs = clubs
        self._asker = asker
        self._chance = random.Random(seed)
        self._ration = asyncio.Semaphore(0)
        self.operations: list[Operation] = []
        self.answered = self.rationed = 0
        self._clients: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """All come, and wait for something to do."""
        self._clients = [
            asyncio.create_task(self._work(), name=f"client {number}") for number in range(CLIENTS)
        ]

    def may_ask(self, more: int) -> None:
        """Let them ask for so many operations more."""
        self.rationed += more
        for _ in range(more):
            self._ration.release()

    @property
    def in_flight(self) -> int:
        """Operations that wait for their answer now."""
        return len(self.operations) - self.answered

    async def until_busy(self, answered: int, in_flight: int) -> None:
        """Wait until so many have been answered, and so many are being asked at once."""
        while self.answered < answered or self.in_flight < in_flight:
            self._require_alive()
            if len(self.operations) == self.rationed and self.in_flight < in_flight:
                self.may_ask(in_flight)
            await asyncio.sleep(0.001)

    async def until_answered(self) -> None:
        """Wait until all that was allowed was answered. Raises what a client died of."""
        while self.answered < self.rationed:
            self._require_alive()
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """All go home."""
        await end(*self._clients)

    def came(self) -> Counter[str]:
        """How many of each kind came to what."""
        return Counter(f"{one.kind} {one.came}" for one in self.operations)

    def _require_alive(self) -> None:
        for client in self._clients:
            if client.done():
                client.result()

    async def _work(self) -> None:
        while True:
            await self._ration.acquire()
            club = self._chance.choice(self._clubs)
            one = self._drawn(club)
            self.operations.append(one)
            await self._asker.ask(club, one, once=self._chance.random() < ASKS_ONCE)
            self.answered += 1

    def _drawn(self, club: StormClub) -> Operation:
        (kind,) = self._chance.choices(list(KINDS), list(KINDS.values()))
        player, target = self._chance.sample(club.players, 2)
        id_ = f"{kind}-{len(self.operations)}"
        if kind in AT_THE_CLUB:
            amount = self._chance.randint(1, LARGEST)
            return Operation(kind, id_, club.club, player, amount, target=target)
        amount = self._chance.randint(*AMOUNTS[kind])
        return Operation(kind, id_, club.club, player, amount, self._chance.choice(club.tables))
