"""A whole Riverrun as a person starts it: `riverrun up` in a process of its own."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import nats.errors

from console.supervisor.data_folder import DataFolder
from console.supervisor.guard_process import alive
from console.supervisor.plan import COMPILES_WITHIN_S
from console.supervisor.run_file import Run, read_run
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import OPERATOR
from tests.support.patience import LONG_S

QUICK_BOTS = {"RIVERRUN_BOT_THINK_MS": "5-20", "RIVERRUN_BOT_SEED": "7"}
NO_ROLLING = {"RIVERRUN_TABLE_ID_LIFE_S": str(10 * 366 * 86_400)}
"""No table rolls where a month ends in the middle of a test."""


Found = TypeVar("Found")


class RiverrunUp:
    """One run on one data folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        clean = {name: value for name, value in os.environ.items() if not name.startswith("RIVERRUN_")}
        command = [sys.executable, "-m", "console", "up", "--data", str(folder), "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            env={**clean, **QUICK_BOTS, **NO_ROLLING, "COLUMNS": "120"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    @property
    def run(self) -> Run:
        """What it wrote down for other commands."""
        run = read_run(self.folder / "run.json")
        assert run is not None, self.said
        return run

    def until(self, happened: Callable[[], Found], within_s: float = 2 * LONG_S) -> Found:
        """Ask again and again; what was found when it had happened."""
        deadline = time.monotonic() + within_s
        while not (found := happened()):
            assert time.monotonic() < deadline, self.said
            assert self.process.poll() is None or happened(), self.said
            time.sleep(0.1)
        return found

    def until_said(self, words: str, within_s: float = 2 * LONG_S) -> None:
        self.until(lambda: words in self.said, within_s)

    def until_hands(self, table: TableId, more: int, within_s: float = 2 * LONG_S) -> None:
        """Until the table has dealt so many more hands than now."""
        before = self.hands(table)
        self.until(lambda: self.hands(table) >= before + more, within_s)

    def hands(self, table: TableId) -> int:
        """How many hands the table has come to: from the log, for a command of its own takes a second."""

        async def dealt(api: JetStreamApi) -> int:
            tail = await CommitReader(api).tail(table)
            return 0 if tail is None else tail.commit.hand

        return self.read(dealt)

    def read(self, look: Callable[[JetStreamApi], Awaitable[Found]]) -> Found:
        """What the operator finds in NATS, asked again while that is down or busy."""
        deadline = time.monotonic() + LONG_S
        while True:
            try:
                return asyncio.run(self._looked(look))
            except (nats.errors.Error, ApiRefused, OSError):
                # NATS was killed just now, or a lease was not read within its second.
                assert time.monotonic() < deadline, self.said
                time.sleep(0.2)

    async def _looked(self, look: Callable[[JetStreamApi], Awaitable[Found]]) -> Found:
        password = DataFolder(self.folder).passwords()[OPERATOR.password_variable]
        client = await connect(NatsSettings(OPERATOR, password, (self.run.nats_url,)))
        try:
            return await look(JetStreamApi(client))
        finally:
            await client.close()

    def finished_hands(self, table: TableId) -> list[dict[str, Any]]:
        """The newest of the table's hands in history, the newest first; none while that does not answer."""
        asked = self.command("hands", table, "--most", "500", "--json")
        found: list[dict[str, Any]] = [] if asked.returncode else json.loads(asked.stdout)
        return found

    def ask(self, *command: str) -> Any:
        """What another command says of this run, as JSON."""
        asked = self.command(*command, "--json")
        assert asked.returncode == 0, asked.stdout + asked.stderr + self.said
        return json.loads(asked.stdout)

    def command(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "console", *command, "--data", str(self.folder)],
            capture_output=True,
            text=True,
            timeout=LONG_S,
            check=False,
        )

    def stop(self, number: signal.Signals = signal.SIGINT, within_s: float = LONG_S) -> int:
        self.process.send_signal(number)
        code = self.process.wait(within_s)
        self._reading.join(LONG_S)
        return code

    def gone(self) -> None:
        """Wait for what it still said."""
        self.process.wait(LONG_S)
        self._reading.join(LONG_S)

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                self.said += line


@contextmanager
def riverrun_up(folder: Path, *options: str) -> Iterator[RiverrunUp]:
    """Up and ready; whatever is left at the end is killed."""
    up = RiverrunUp(folder, *options)
    try:
        # The evaluator compiles where it has never run before, and has its time for it.
        up.until_said("Riverrun is up", COMPILES_WITHIN_S + LONG_S)
        yield up
    finally:
        if up.process.poll() is None:
            up.stop()
        up.gone()


def all_gone(pids: list[int], within_s: float = LONG_S) -> bool:
    deadline = time.monotonic() + within_s
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, pids))
