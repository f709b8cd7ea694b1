"""Record lives of tables with the snapshots made of them: `python -m tests.golden.record_lives`.

Later releases must understand those snapshots as they understand the commits (`test_lives.py`). What is
recorded for a fold stays as it is: later lives, with what has been added to the game, come behind it.
"""

import asyncio
import lzma
import random
import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.operator_commands import DrainTable, ResumeTable, SuspendTable, VoidHand
from riverrun.contracts.table_commands import CloseTable, HuntRabbit, MutePlayer, SitDown, TableCommand
from riverrun.contracts.table_events import HandSealed, TableClosed, TableEvent
from riverrun.kernel.identifiers import PlayerId
from services.table.codec import codec
from services.table.host.mailbox import LogWasAway
from services.table.host.record import FOLD
from tests.property.table_machine import DrawnLife, any_config
from tests.support.table_life import BUY_IN, OWNER, PEOPLE

FOLDER = Path(__file__).parent / "lives"
LIVES = 48
STEPS = 150
ORDERS = (DrainTable("x"), SuspendTable("x"), VoidHand("x"), ResumeTable("x"))
_encode = msgspec.msgpack.Encoder().encode


class RecordedSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """A record as it was stored after the first so many commits."""

    commits: int
    state: bytes


class RecordedLife(msgspec.Struct, frozen=True, array_like=True):
    """All commits of a table, and the snapshots made at its hands' ends.

    The commits are as stored, but for the proofs in sealed hands, which are long and which no fold looks at.
    """

    commits: list[bytes]
    snapshots: list[RecordedSnapshot]


def recorded_lives(fold: int = FOLD) -> list[RecordedLife]:
    """What was recorded while tables were folded that way."""
    lives: list[RecordedLife] = []
    for path in sorted(FOLDER.glob(f"fold-{fold}-*.xz")):
        lives += msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=list[RecordedLife])
    return lives


async def _live(seed: int) -> RecordedLife:
    chance = random.Random(seed)
    config = any_config(chance)
    life = DrawnLife(config, seed)
    await life.live.open()
    for player in PEOPLE[: config.seats]:
        await life.live.ask(player, SitDown(BUY_IN))
    for step in range(STEPS):
        await _step(life, step)
        await life.live.settle()
    await _ask(life, OWNER, CloseTable())
    await life.live.settle()
    commits = [encode_commit(_unproven(commit)) for commit in life.live.log.commits]
    return RecordedLife(commits, _snapshots(life))


async def _step(life: DrawnLife, step: int) -> None:
    live, chance = life.live, life.chance
    match chance.choices(range(11), (60, 10, 8, 8, 4, 3, 4, 3, 6, 5, 2))[0]:
        case 0:
            await life.goes_on()
        case 1:
            await _ask(life, *life.seats_wish())
        case 2:
            await _ask(life, *life.wish())
        case 3:
            await _ask(life, *life.owners_wish())
        case 4:
            await life.order(ResumeTable("x") if life.table.suspended else chance.choice(ORDERS), step)
        case 5:
            ms = chance.randint(1, 20_000)
            live.actor.tell(LogWasAway(live.clock.ms, live.clock.ms + ms))
            live.clock.ms += ms
        case 6:
            await life.next_clock_runs_out()
        case 7:
            live.clock.ms += chance.randint(1, 60_000)
        case 8:
            await _ask(life, chance.choice(PEOPLE), life.wish()[1])
        case 9:
            await _ask(life, life.wish()[0], HuntRabbit(life.table.hand_number))
        case _:
            await _ask(life, OWNER, MutePlayer(chance.choice(PEOPLE), muted=chance.random() < 0.7))


async def _ask(life: DrawnLife, player: PlayerId, command: TableCommand) -> None:
    if not life.table.closed:
        await life.live.ask(player, command)


def _unproven(commit: Commit) -> Commit:
    return replace(commit, events=codec.encode_all([_without_proof(one) for one in codec.decode_all(commit)]))


def _without_proof(event: TableEvent) -> TableEvent:
    return replace(event, leaves=b"", public=(), private=()) if type(event) is HandSealed else event


def _snapshots(life: DrawnLife) -> list[RecordedSnapshot]:
    log = life.live.log
    boundaries = [
        number
        for number, commit in enumerate(log.commits, 1)
        if commit.events[0].topic == "hand.sealed" or type(codec.decode(commit.events[-1])) is TableClosed
    ]
    return [RecordedSnapshot(number, _encode(log.replayed(number))) for number in boundaries]


def main() -> None:
    """Add lives to this fold's."""
    FOLDER.mkdir(exist_ok=True)
    number = len(list(FOLDER.glob(f"fold-{FOLD}-*.xz"))) + 1
    lives = [asyncio.run(_live(1_000 * number + seed)) for seed in range(LIVES)]
    path = FOLDER / f"fold-{FOLD}-{number:02}.xz"
    path.write_bytes(lzma.compress(_encode(lives), preset=9))
    snapshots = sum(len(life.snapshots) for life in lives)
    sys.stdout.write(f"{path.name}: {len(lives)} lives, {snapshots} snapshots\n")


if __name__ == "__main__":
    main()
