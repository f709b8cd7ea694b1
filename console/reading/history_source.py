"""Where history is that a command reads: a running system's ClickHouse, a stopped one's, or a server's."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from console.giving_up import give_up
from console.supervisor.data_folder import DEFAULT, DataFolder
from console.supervisor.guard_process import alive
from console.supervisor.ports import free_ports
from console.supervisor.run_file import Run, read_run
from services.history.database import Database, DatabaseFailed
from services.history.settings import ClickHouseSettings

NO_HISTORY = 2
ENDS_WITHIN_S = 30.0

Command = TypeVar("Command", bound=Callable[..., Any])


def imported_option(command: Command) -> Command:
    """Asks for hands from elsewhere in place of our own."""
    return click.option("--imported", is_flag=True, help="Hands that `riverrun phh import` brought in.")(
        command
    )


def history_options(command: Command) -> Command:
    """The options by which a command finds its history."""
    data = click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        default=DEFAULT,
        show_default=True,
        help="The data folder of `riverrun up`, running or stopped.",
    )
    return data(clickhouse_option(command))


def clickhouse_option(command: Command) -> Command:
    """Names a server in place of the data folder's own engine."""
    return click.option(
        "--clickhouse",
        envvar="CLICKHOUSE_URL",
        metavar="URL",
        help="A ClickHouse server; also CLICKHOUSE_URL.",
    )(command)


def running(data: Path) -> Run | None:
    """The `riverrun up` that runs on the folder."""
    run = read_run(DataFolder(data).run_file)
    return run if run is not None and alive(run.pid) else None


@contextlib.contextmanager
def open_history(
    data: Path, url: str | None, *, found: bool = False, imported: bool = False
) -> Iterator[Database]:
    """The database, connected; `found`: make what is missing; `imported`: that of hands from elsewhere.

    A stopped folder's engine is started for the time being. Ends the command with exit code 2 where there is
    no history, or none that answers.
    """
    try:
        with _served(DataFolder(data), url, found=found) as settings:
            database = Database(settings.imported if imported else settings)
            (database.connect if found else database.connect_to_read)()
            try:
                yield database
            finally:
                database.close()
    except DatabaseFailed as error:
        give_up(f"history does not answer: {str(error).splitlines()[0]}", NO_HISTORY)


@contextlib.contextmanager
def _served(folder: DataFolder, url: str | None, *, found: bool) -> Iterator[ClickHouseSettings]:
    name = os.environ.get("CLICKHOUSE_DATABASE", "riverrun")
    if url:
        yield ClickHouseSettings(url, name, os.environ.get("CLICKHOUSE_CLUSTER", ""))
        return
    run = running(folder.path)
    if run is not None:
        if not run.clickhouse_url:
            give_up("no ClickHouse of our own runs there; --clickhouse names the server", NO_HISTORY)
        password = folder.clickhouse_passwords()["riverrun"]
        yield ClickHouseSettings(run.clickhouse_url.replace("://", f"://riverrun:{password}@"), name)
        return
    if not (found or folder.clickhouse.is_dir()):
        give_up(f"there is no history in {folder.path}; `riverrun up` begins one", NO_HISTORY)
    with engine_for_now(folder) as address:
        yield ClickHouseSettings(address, name)


@contextlib.contextmanager
def engine_for_now(folder: DataFolder) -> Iterator[str]:
    """The embedded ClickHouse for the time being."""
    password = folder.clickhouse_passwords()["riverrun"]
    (port,) = free_ports(1)
    environment = {
        **os.environ,
        "RIVERRUN_LOG_FORMAT": "json",
        "RIVERRUN_CLICKHOUSE_PORT": str(port),
        "RIVERRUN_CLICKHOUSE_DATA": str(folder.clickhouse),
        "RIVERRUN_CLICKHOUSE_PASSWORD": password,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "services.history.embedded"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = next((line for line in iter(process.stdout.readline, "") if _tells(line)), "")
        if '"ready"' not in said:
            give_up(
                f"the engine on {folder.clickhouse} does not start; does another process use it?", NO_HISTORY
            )
        yield f"http://riverrun:{password}@127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def _tells(line: str) -> bool:
    with contextlib.suppress(json.JSONDecodeError):
        return json.loads(line).get("event") in ("ready", "cannot_start")
    return False
