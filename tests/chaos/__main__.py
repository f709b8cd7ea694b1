"""Break the system under play: `python -m tests.chaos --minutes 10 --servers 3`."""

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import structlog

from tests.chaos.faults import FAULTS, Fault, dying_at
from tests.chaos.lives import live
from tests.chaos.report import tell, write
from tests.chaos.run import Outcome, Run
from tests.chaos.storm.report import tell as tell_storm
from tests.chaos.storm.run import Storm

OPERATIONS_A_KILL = 120
DEATHS = ("unsettled", "unanswered", "unseen", "showdown", "snapshot", "buy_in")


def main() -> int:
    """0 when every promise was kept."""
    options = _options()
    if options.events:
        return 0 if live(options.events) >= options.events else 1
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    if options.ledger:
        return _storm(options)
    if options.read:
        outcome = Outcome.read(Path(options.read))
    else:
        outcome = asyncio.run(_run(options))
        outcome.command = _command(options)
    tell(outcome)
    if options.json:
        outcome.save(Path(options.json))
    if options.report:
        write(outcome, options.report, Path("docs/reliability.md"))
    return 0 if outcome.good else 1


def _storm(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="riverrun-chaos-") as folder:
        storm = Storm(Path(options.folder or folder), options.servers, options.seed)
        told = asyncio.run(storm.blow(options.ledger, options.kills or options.ledger // OPERATIONS_A_KILL))
    tell_storm(told)
    return 1 if told.wrong else 0


async def _run(options: argparse.Namespace) -> Outcome:
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="riverrun-chaos-") as folder:
        run = Run(Path(options.folder or folder), options.servers, options.tables, options.seed)
        return await run.play(_faults(options, chance), options.minutes)


def _faults(options: argparse.Namespace, chance: random.Random) -> Iterator[Fault]:
    if options.kills:
        return itertools.islice(_kills(chance), options.kills)
    names = options.faults.split(",") if options.faults else sorted(FAULTS)
    chosen = [FAULTS[name] for name in names if options.servers > 1 or not FAULTS[name].clustered]
    times = itertools.count() if not options.times else range(options.times)
    return (fault for _ in times for fault in chance.sample(chosen, len(chosen)))


def _kills(chance: random.Random) -> Iterator[Fault]:
    """In turn: a process killed from outside, and one that dies at a named point."""
    points = itertools.cycle(DEATHS)
    while True:
        yield FAULTS["kill-table"]
        yield dying_at(next(points), chance)


def _command(options: argparse.Namespace) -> str:
    """What was asked for, as far as it changes the run."""
    named = ("minutes", "servers", "tables", "seed", "faults", "times", "kills")
    return " ".join(f"--{name} {getattr(options, name)}" for name in named if getattr(options, name))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="the longest time for breaking things")
    parser.add_argument("--servers", type=int, choices=(1, 3), default=1, help="nats-servers")
    parser.add_argument("--tables", type=int, default=16, help="tables, a multiple of 16")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", help=f"some of {','.join(FAULTS)}; all if left out")
    parser.add_argument("--times", type=int, default=0, help="each fault so often; 0: until the time is up")
    parser.add_argument("--kills", type=int, default=0, help="only kill table processes, so often")
    parser.add_argument("--events", type=int, default=0, help="no processes: live so many events of tables")
    parser.add_argument(
        "--ledger",
        type=int,
        default=0,
        help="so many operations with clubs' chips; --kills of club, table and nats-server among them",
    )
    parser.add_argument("--json", help="write the outcome to a file")
    parser.add_argument("--report", help="write the outcome into docs/reliability.md under this name")
    parser.add_argument("--read", help="no run: tell, or report, an outcome written to a file earlier")
    parser.add_argument("--folder", help="keep data and logs here")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
