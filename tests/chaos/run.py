"""One run: start everything, let people play, break one thing after another, and judge."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from pathlib import Path

import aiohttp

from riverrun.client import Refused, RiverrunClient
from riverrun.contracts.subjects import TABLES_STREAM
from riverrun.kernel.identifiers import SLOTS_PER_SHARD, slot_of
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from tests.chaos.child import CannotStart
from tests.chaos.faults import CannotBreak, Fault
from tests.chaos.players import CONFIG, PLAYERS_A_TABLE, TABLES_A_PLAYER, Player, Told, fill
from tests.chaos.rest import NeverAtRest, at_rest, drain
from tests.chaos.system import System
from tests.chaos.timeline import Timeline
from tests.chaos.verdict import Verdict, judge
from tests.chaos.views import judge_views
from tests.support.judged_history import read_histories

PLAY_BETWEEN_S = 3.0
WELL_AGAIN_MS = 10_000
TAKE_OVER_S = 5.0
OF_THE_LOG = {"kill-nats", "stop-nats", "pause-nats", "cut-nats", "full-disk", "rolling-restart"}
"""Faults in which no clock may run; it does while a gateway is away."""
APPENDS_GO_ON_S = {"kill-nats": 10.0, "stop-nats": 1.0}
"""On three servers: after a kill the server's own election time, after an orderly stop next to nothing."""


@dataclass
class Broken:
    """One fault: when it began and was mended (wall ms), and what was seen of it up to the next."""

    name: str
    what: str
    took_over_s: float | None
    at_ms: int
    until_ms: int
    may_move: bool
    after_seq: int
    up_to_seq: int = 0
    stall_s: float = 0.0
    moves: int = 0
    extended: int = 0
    reconnects: int = 0


@dataclass
class Outcome:
    """What a run has to say. `late`: what was right, but slower than promised, as on a busy machine."""

    seed: int
    servers: int
    tables: int
    minutes: float
    began: str = field(default_factory=lambda: time.strftime("%Y-%m-%d %H:%M", time.gmtime()))
    command: str = ""
    broken: list[Broken] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    client_errors: list[str] = field(default_factory=list)
    notes: dict[str, float] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        return not self.wrong and not self.client_errors

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1))

    @classmethod
    def read(cls, path: Path) -> "Outcome":
        """As saved."""
        fields = json.loads(path.read_text())
        return cls(**{**fields, "broken": [Broken(**one) for one in fields["broken"]]})


class Run:
    """`play` through the faults given; say as they come what happens."""

    def __init__(self, folder: Path, servers: int, tables: int, seed: int) -> None:
        self.system = System(folder, servers)
        self._chance = random.Random(seed)
        self._players: list[Player] = []
        self._told = Told()
        self._began = time.monotonic()
        self.outcome = Outcome(seed, servers, tables, 0)

    async def play(self, faults: Iterator[Fault], minutes: float) -> Outcome:
        """Until no fault is left or the time is up."""
        self._say(f"starting {self.outcome.servers} nats-server(s) and all services")
        await self.system.start()
        try:
            await self._seat_everybody()
            for fault in faults:
                if time.monotonic() - self._began > minutes * 60 or not await self._is_survived(fault):
                    break
            await self._judge()
        finally:
            for player in self._players:
                await player.leave()
            await self.system.stop()
        self.outcome.minutes = round((time.monotonic() - self._began) / 60, 1)
        return self.outcome

    async def _seat_everybody(self) -> None:
        async with RiverrunClient(self.system.url) as owner:
            await owner.login_guest("Owner")
            # As many tables in every slot, so that each process hosts half of them.
            wanted = dict.fromkeys(range(SLOTS_PER_SHARD), self.outcome.tables // SLOTS_PER_SHARD)
            while any(wanted.values()):
                table = await owner.create_table(CONFIG)
                if wanted[slot_of(table)]:
                    wanted[slot_of(table)] -= 1
                    self.system.tables.append(table)
        count = -(-len(self.system.tables) * PLAYERS_A_TABLE // TABLES_A_PLAYER)
        for number in range(count):
            player = Player(self.system.url, f"Player {number}", self._told, self._chance.randrange(1 << 30))
            await player.come_in()
            self._players.append(player)
        await fill(self._players, self.system.tables)
        self._say(f"{count} players at {len(self.system.tables)} tables")
        await asyncio.sleep(PLAY_BETWEEN_S)

    async def _is_survived(self, fault: Fault) -> bool:
        """Whether play went on; if not, the run ends here, and the log is read all the same."""
        try:
            await self._break(fault)
        except (AssertionError, TimeoutError, CannotStart) as failed:
            owners = await self.system.owners()
            self.outcome.wrong.append(f"{fault.name}: {failed!r}; slots are held by {owners}")
            self._say(self.outcome.wrong[-1])
            return False
        return True

    async def _break(self, fault: Fault) -> None:
        if fault.name in self.outcome.skipped:
            return
        at_ms, acks, after_seq = _now_ms(), len(self._told.acks), await self._last_seq()
        try:
            async with asyncio.timeout(fault.within_s):
                done = await fault.do(self.system, self._chance)
        except CannotBreak as why:
            self.outcome.skipped[fault.name] = str(why)
            self._say(f"{fault.name}: skipped, {why}")
            return
        mended_ms = _now_ms()
        await self.system.settle()
        await asyncio.sleep(PLAY_BETWEEN_S)
        broken = Broken(fault.name, done.what, done.took_over_s, at_ms, mended_ms, fault.moves, after_seq)
        broken.up_to_seq = await self._last_seq()
        self.outcome.broken.append(broken)
        number, more = len(self.outcome.broken), len(self._told.acks) - acks
        took = "" if done.took_over_s is None else f", all tables answered after {done.took_over_s:.1f} s"
        self._say(f"{number:3} {fault.name}: {done.what}{took}; {more} commands acknowledged meanwhile")

    async def _last_seq(self) -> int:
        """How far the log has come."""
        return (await JetStreamApi(self.system.reader).state(TABLES_STREAM)).last_seq

    async def _judge(self) -> None:
        reader = CommitReader(JetStreamApi(self.system.reader))
        await self._come_to_rest(reader)
        self._say("reading the log")
        try:
            histories = await read_histories(self.system.reader, self.system.tables)
        except AssertionError as wrong:
            self.outcome.wrong.append(f"the log is not one history: {wrong}")
            return
        verdict, timeline = judge(histories, self._told), Timeline(histories)
        of_log = [(one.at_ms, one.until_ms) for one in self.outcome.broken if one.name in OF_THE_LOG]
        self.outcome.wrong += [*verdict.faults, *timeline.robbed(CONFIG.clocks.decision_ms, of_log)]
        try:
            self.outcome.wrong += await judge_views(self._players, histories, reader)
        except (aiohttp.ClientError, Refused) as gone:
            self.outcome.wrong.append(f"views could not be compared: {gone!r}")
        self.outcome.client_errors += self._told.errors
        self._judge_faults(timeline)
        self._add_up(verdict)

    async def _come_to_rest(self, reader: CommitReader) -> None:
        """The hands are played to their ends; then nobody plays, and nothing moves."""
        self._say("the last hands are played to their ends")
        try:
            await drain(self.system.operator, self.system.tables)
            await at_rest(reader, self.system.tables)
            await asyncio.gather(*(player.stop() for player in self._players))
            # What was on its way has now arrived.
            await at_rest(reader, self.system.tables)
        except (NeverAtRest, TimeoutError) as never:
            self.outcome.wrong.append(f"never at rest: {never}")
            await asyncio.gather(*(player.stop() for player in self._players))

    def _judge_faults(self, timeline: Timeline) -> None:
        for one, after in zip_longest(self.outcome.broken, self.outcome.broken[1:]):
            well_ms = one.until_ms + WELL_AGAIN_MS if after is None else after.at_ms
            one.stall_s = timeline.stall_s(one.at_ms, one.until_ms)
            one.moves = timeline.moves(one.after_seq, one.up_to_seq)
            one.extended = timeline.extended(one.at_ms, well_ms)
            one.reconnects = sum(one.at_ms <= at_ms < well_ms for at_ms in self._told.reconnects)
            if one.moves and not one.may_move:
                self.outcome.wrong.append(f"{one.name}, {one.what}: {one.moves} tables moved without need")
        self.outcome.late += [*late(self.outcome.broken, self.outcome.servers), *self._told.unanswered]

    def _add_up(self, verdict: Verdict) -> None:
        told = self._told
        taken = [one.took_over_s for one in self.outcome.broken if one.took_over_s is not None]
        longest = max((ack.took_s for ack in told.acks), default=0)
        self.outcome.notes = {
            **verdict.notes,
            "longest take-over, s": round(max(taken, default=0), 1),
            "hands seen": len(told.hands),
            "snapshots to clients": told.snapshots,
            "reconnects told to clients": len(told.reconnects),
            "commands that came too late": told.late,
            "longest wait for an acknowledgement, s": round(longest, 1),
        }

    def _say(self, what: str) -> None:
        sys.stdout.write(f"{time.monotonic() - self._began:7.1f} s  {what}\n")
        sys.stdout.flush()


def late(broken: Sequence[Broken], servers: int) -> list[str]:
    """What took longer than promised."""
    found = []
    for one in broken:
        if one.took_over_s is not None and one.took_over_s > TAKE_OVER_S:
            found.append(f"{one.name}, {one.what}: all tables answered after {one.took_over_s:.1f} s")
        most_s = APPENDS_GO_ON_S.get(one.name) if servers > 1 else None
        if most_s is not None and one.stall_s > most_s:
            found.append(f"{one.name}, {one.what}: appends went on after {one.stall_s:.1f} s")
    return found


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
