"""`riverrun up`: everything on this machine, as the very processes that run on a cluster."""

import asyncio
import sys
from pathlib import Path

import click

from console.giving_up import give_up
from console.supervisor.choices import Choices
from console.supervisor.data_folder import DEFAULT, DataFolder, FolderInUse
from console.supervisor.guard_process import alive
from console.supervisor.ports import NotOurs, PortInUse, check_free
from console.supervisor.run import Runner
from console.supervisor.run_file import read_run
from console.supervisor.screen import LastingConsole, Screen
from riverrun.kernel.identifiers import SLOTS_PER_SHARD
from riverrun.runtime.nats.embedded import NatsServerMissing
from riverrun.runtime.sealing.key_ring import NotAKeyRing
from riverrun.runtime.sealing.ring_file import RingExposed
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging

FAILED, FOLDER_IN_USE, PORT_IN_USE = 1, 3, 4
LAST_RUN_ENDS_WITHIN_S = 45.0


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT,
    show_default=True,
    help="Where the log, the keys and the log files live.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where clients may connect: 0.0.0.0 lets in other machines.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=7300,
    show_default=True,
    help="The port for clients; 0: any free one.",
)
@click.option(
    "--bots", type=click.IntRange(0, 500), default=6, show_default=True, help="How many computer players."
)
@click.option(
    "--tables",
    type=click.IntRange(0, 200),
    default=1,
    show_default=True,
    help="Open tables until there are this many.",
)
@click.option(
    "--table-processes",
    type=click.IntRange(1, SLOTS_PER_SHARD),
    default=2,
    show_default=True,
    help="How many processes share the tables; when one dies the others take over.",
)
@click.option(
    "--sync",
    type=click.Choice(["relaxed", "always"]),
    default="relaxed",
    show_default=True,
    help="relaxed: flushed every 10 s; always: on disk before each acknowledgement.",
)
@click.option(
    "--history/--no-history",
    default=True,
    show_default=True,
    help="Project finished hands into ClickHouse: statistics, searches, replays.",
)
@click.option(
    "--clickhouse",
    envvar="CLICKHOUSE_URL",
    default="",
    metavar="URL",
    help="A ClickHouse server for history, in place of an engine of our own; also CLICKHOUSE_URL.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show all log lines, not warnings alone.")
def up(
    data: Path,
    host: str,
    port: int,
    bots: int,
    tables: int,
    table_processes: int,
    sync: str,
    history: bool,
    clickhouse: str,
    verbose: bool,
) -> None:
    """Start everything on this machine, with computer players.

    Exit code 0 after Ctrl-C or SIGTERM; 1: a service cannot start; 3: the folder is in use; 4: the port is.
    """
    folder = DataFolder(data)
    screen = Screen(LastingConsole(), verbose)
    choices = Choices(host, port, bots, tables, table_processes, sync == "always", history, clickhouse)
    try:
        with folder.lock(_patience_s(folder)) as lock:
            check_free(host, port)
            folder.prepare()
            sys.exit(asyncio.run(_run(folder, choices, screen, lock)))
    except FolderInUse:
        _say_who_runs(folder)
        sys.exit(FOLDER_IN_USE)
    except (OSError, NatsServerMissing, RingExposed, NotAKeyRing) as error:
        give_up(f"Cannot start in {folder.path}: {error}", FAILED)
    except NotOurs as error:
        give_up(f"No address of this machine ({error}). Choose another: riverrun up --host 127.0.0.1", FAILED)
    except PortInUse as error:
        give_up(
            f"The port for clients is taken ({error}). Choose another: riverrun up --port 7301", PORT_IN_USE
        )


async def _run(folder: DataFolder, choices: Choices, screen: Screen, lock: int) -> int:
    with (folder.logs / "riverrun.log").open("a") as log:
        configure_logging("riverrun", LogSettings(format="json"), log)
        return await Runner(folder, choices, screen, lock).run()


def _patience_s(folder: DataFolder) -> float:
    """Who was killed left a guard that still ends things; who runs does not go away."""
    run = read_run(folder.run_file)
    return 0.0 if run is not None and alive(run.pid) else LAST_RUN_ENDS_WITHIN_S


def _say_who_runs(folder: DataFolder) -> None:
    run = read_run(folder.run_file)
    runs = run if run is not None and alive(run.pid) else None
    who = f"process {runs.pid}, at {runs.gateway_url}" if runs is not None else "another command"
    click.secho(
        f"{folder.path} is in use by {who}. Stop it, or choose another folder with --data.",
        fg="red",
        err=True,
    )
