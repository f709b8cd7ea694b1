"""Where the log is that a command reads: a running system, a stopped one, or a NATS server by its address."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click
import nats.errors

from console.giving_up import give_up
from console.supervisor.data_folder import DEFAULT, DataFolder, FolderInUse
from console.supervisor.guard import Guard
from console.supervisor.guard_process import alive
from console.supervisor.ports import free_ports
from console.supervisor.run_file import read_run
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, connect
from riverrun.runtime.nats.embedded import EmbeddedServer, NatsServerFailed
from riverrun.runtime.nats.server_config import server_config
from riverrun.runtime.nats.users import AUDITOR
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging

NO_LOG = 2
ENDS_WITHIN_S = 30.0
RECOVERS_WITHIN_S = 120.0

_UNANSWERED = (CannotConnect, NatsServerFailed, nats.errors.Error, ApiRefused, TimeoutError)

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class LogSource:
    """A NATS server, and the password with which the auditor may read there."""

    url: str
    password: str = field(repr=False)

    @property
    def login(self) -> NatsSettings:
        """How to log in: as the one who reads everything and changes nothing."""
        return NatsSettings(AUDITOR, self.password, tuple(self.url.split(",")), connect_timeout_s=3)


def log_options(command: Command) -> Command:
    """The options by which a command finds its log."""
    data = click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        default=DEFAULT,
        show_default=True,
        help="The data folder of `riverrun up`, running or stopped.",
    )
    nats = click.option(
        "--nats",
        metavar="URL",
        help=f"A NATS server instead; {AUDITOR.password_variable} holds the auditor's password.",
    )
    return data(nats(command))


@contextlib.contextmanager
def open_source(data: Path, url: str | None) -> Iterator[LogSource]:
    """The log to read. A stopped one gets a nats-server for the time being, and nothing is written to it.

    Ends the command with exit code 2 where there is no log, or none that answers.
    """
    configure_logging("riverrun", LogSettings(level="error"), sys.stderr)
    try:
        with _source(DataFolder(data), url) as source:
            asyncio.run(_log_in(source))
            yield source
    except _UNANSWERED as error:
        give_up(f"the log does not answer: {str(error) or type(error).__name__}", NO_LOG)


async def _log_in(source: LogSource) -> None:
    """Find out soon whether we are let in at all."""
    client = await connect(source.login)
    await client.close()


@contextlib.contextmanager
def _source(folder: DataFolder, url: str | None) -> Iterator[LogSource]:
    if url is not None:
        yield LogSource(url, os.environ.get(AUDITOR.password_variable, ""))
        return
    if not folder.has_log:
        give_up(
            f"there is no log in {folder.path}; `riverrun up` starts one, --data names another folder", NO_LOG
        )
    with contextlib.ExitStack() as held:
        try:
            lock = held.enter_context(folder.lock())
        except FolderInUse:
            running = _running(folder)
            if running is not None:
                yield running
                return
            lock = _lock_later(folder, held)
        yield held.enter_context(_served(folder, lock))


def _lock_later(folder: DataFolder, held: contextlib.ExitStack) -> int:
    """Whoever holds it without running, reads as we do or is ending: it will not take long."""
    try:
        return held.enter_context(folder.lock(ENDS_WITHIN_S))
    except FolderInUse:
        give_up(f"{folder.path} is in use, but by no `riverrun up` that runs", NO_LOG)


def _running(folder: DataFolder) -> LogSource | None:
    run = read_run(folder.run_file)
    if run is None or not alive(run.pid):
        return None
    return LogSource(run.nats_url, folder.passwords()[AUDITOR.password_variable])


@contextlib.contextmanager
def _served(folder: DataFolder, lock: int) -> Iterator[LogSource]:
    passwords = folder.passwords()
    port, monitor_port = free_ports(2)
    config = server_config(folder.nats, port, monitor_port=monitor_port, sync_interval="10s")
    server = EmbeddedServer(folder.nats, config, passwords, port=port, monitor_port=monitor_port)
    guard = Guard(["nats"], lock)
    try:
        server.start()
        if server.pid is not None:
            guard.hold("nats", server.pid)
        server.wait_until_ready(RECOVERS_WITHIN_S)
        yield LogSource(server.url, passwords[AUDITOR.password_variable])
    finally:
        server.stop()
        guard.release("nats")
        guard.close()
