"""One storm: clubs, a crowd, hands played, audits meanwhile, and a kill -9 every so many operations."""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub, LedgerStub
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.tasks import end
from services.club.ledger.accounts import FEES, INSURANCE, MINT, REVENUE, Account, at_table, member, pending
from tests.chaos.faults import FAULTS, Fault
from tests.chaos.storm.asking import Asker
from tests.chaos.storm.audits import Audits
from tests.chaos.storm.clubs import StormClub, found
from tests.chaos.storm.crowd import Crowd
from tests.chaos.storm.play import play
from tests.chaos.storm.resting import at_rest
from tests.chaos.storm.stored import read_club
from tests.chaos.storm.verdict import judge
from tests.chaos.system import System
from tests.support.club_house import ClubHouse
from tests.support.table_process import Asking, asking

KILLS = ("kill-club", "kill-table", "kill-nats")
CLUBS = 2
IN_FLIGHT = 50
ANSWERED_BEFORE = 0.3
"""So much of a ration is answered before the kill; of the rest, fifty and more are being asked just then."""
MOST_WRONG = 20


@dataclass
class Told:
    """What a storm has to say; `wrong` should stay empty."""

    seed: int
    kills: dict[str, int] = field(default_factory=dict)
    came: dict[str, int] = field(default_factory=dict)
    in_flight: list[int] = field(default_factory=list)
    audits_meanwhile: int = 0
    audits_away: int = 0
    transfers: int = 0
    hands: int = 0
    minutes: float = 0.0
    wrong: list[str] = field(default_factory=list)


class Storm:
    """`blow` through so many operations and kills."""

    def __init__(self, folder: Path, servers: int, seed: int) -> None:
        self.told = Told(seed)
        self._system = System(folder, servers)
        self._chance = random.Random(seed)
        self._audits = Audits(self._system.servers)
        self._began = time.monotonic()

    async def blow(self, operations: int, kills: int) -> Told:
        """Start, ask and kill, come to rest, judge."""
        await self._system.start(beside=())
        try:
            async with self._house() as house, asking(self._system.servers) as door:
                await self._among_clubs(house, door, operations, kills)
        finally:
            await self._system.stop()
        self.told.minutes = round((time.monotonic() - self._began) / 60, 1)
        return self.told

    async def _among_clubs(self, house: ClubHouse, door: Asking, operations: int, kills: int) -> None:
        clubs = [await found(house, number) for number in range(CLUBS)]
        self._system.tables += [table for club in clubs for table in club.tables]
        await self._system.settle()
        crowd = Crowd(clubs, Asker(house, door.client), self.told.seed)
        self._say(f"{len(clubs)} clubs with {len(self._system.tables)} tables; seed {self.told.seed}")
        playing = [
            asyncio.create_task(play(door, table, self.told.seed), name=f"play at {table}")
            for table in self._system.tables
        ]
        auditing = asyncio.create_task(self._audits.run(), name="audits")
        try:
            await self._while_killing(crowd, operations, kills)
        finally:
            await crowd.stop()
            self.told.audits_meanwhile = self._audits.clean
            self.told.wrong += [f"{one.get_name()}: {one.exception()!r}" for one in playing if one.done()]
            await end(*playing, auditing)
        await self._judge(clubs, crowd, house, door)

    async def _while_killing(self, crowd: Crowd, operations: int, kills: int) -> None:
        crowd.begin()
        ration = operations // (kills + 1)
        for fault in self._faults(kills):
            before = crowd.rationed
            crowd.may_ask(ration)
            await crowd.until_busy(before + int(ration * ANSWERED_BEFORE), IN_FLIGHT)
            await self._break(fault, crowd)
        crowd.may_ask(max(0, operations - crowd.rationed))
        await crowd.until_answered()

    async def _break(self, fault: Fault, crowd: Crowd) -> None:
        in_flight, answered = crowd.in_flight, crowd.answered
        async with asyncio.timeout(fault.within_s):
            done = await fault.do(self._system, self._chance)
        await self._system.settle()
        self.told.in_flight.append(in_flight)
        self.told.kills[fault.name] = self.told.kills.get(fault.name, 0) + 1
        self._say(
            f"{fault.name}: {done.what}, with {in_flight} in flight after {answered}; "
            f"{crowd.answered - answered} answered meanwhile, {self._audits.clean} audits clean so far"
        )

    def _faults(self, kills: int) -> Iterator[Fault]:
        """Each kind as often as the others, in an order of chance."""
        drawn: list[str] = []
        while len(drawn) < kills:
            drawn += self._chance.sample(KILLS, len(KILLS))
        return (FAULTS[name] for name in drawn[:kills])

    # -- at rest

    async def _judge(self, clubs: list[StormClub], crowd: Crowd, house: ClubHouse, door: Asking) -> None:
        self._say("all leave their tables")
        try:
            await at_rest(clubs, door, self._audits)
        except TimeoutError as never:
            self.told.wrong.append(f"never at rest: {never}")
        for club in clubs:
            stored = await read_club(self._system.servers, club)
            told = {account: await house.balance(club.founded, account) for account in _accounts(club)}
            self.told.wrong += judge(club, crowd.operations, stored, told)[:MOST_WRONG]
            self.told.transfers += len(stored.moved)
            self.told.hands += sum(history.hand for history in stored.histories.values())
        self.told.came = dict(sorted(crowd.came().items()))
        self.told.audits_away = self._audits.away
        self.told.wrong += self._audits.wrong

    # -- the way in

    @asynccontextmanager
    async def _house(self) -> AsyncIterator[ClubHouse]:
        channel = open_channel(self._system.club_target)
        try:
            yield ClubHouse(self._system.club_target, ClubsStub(channel), LedgerStub(channel))
        finally:
            await channel.close()

    def _say(self, what: str) -> None:
        sys.stdout.write(f"{time.monotonic() - self._began:7.1f} s  {what}\n")
        sys.stdout.flush()


def _accounts(club: StormClub) -> list[Account]:
    held_for = [way(table) for table in club.tables for way in (pending, at_table)]
    return [*map(member, club.players), *held_for, REVENUE, FEES, INSURANCE, MINT]
