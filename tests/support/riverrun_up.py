"""A whole Riverrun as a person starts it: `riverrun up` in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from console.supervisor.guard_process import alive
from console.supervisor.run_file import Run, read_run

QUICK_BOTS = {"RIVERRUN_BOT_THINK_MS": "5-20", "RIVERRUN_BOT_SEED": "7"}


class RiverrunUp:
    """One run on one data folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        clean = {name: value for name, value in os.environ.items() if not name.startswith("RIVERRUN_")}
        command = [sys.executable, "-m", "console", "up", "--data", str(folder), "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            env={**clean, **QUICK_BOTS, "COLUMNS": "120"},
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

    def until(self, happened: Callable[[], bool], within_s: float = 60.0) -> None:
        deadline = time.monotonic() + within_s
        while not happened():
            assert time.monotonic() < deadline, self.said
            assert self.process.poll() is None or happened(), self.said
            time.sleep(0.1)

    def until_said(self, words: str, within_s: float = 60.0) -> None:
        self.until(lambda: words in self.said, within_s)

    def until_hands(self, more: int, within_s: float = 60.0) -> None:
        """Until so many more hands were dealt than now."""
        before = self.hands()
        self.until(lambda: self.hands() >= before + more, within_s)

    def hands(self) -> int:
        return sum(table["hand"] for table in self.ask("tables"))

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
            timeout=60,
            check=False,
        )

    def stop(self, number: signal.Signals = signal.SIGINT, within_s: float = 40.0) -> int:
        self.process.send_signal(number)
        code = self.process.wait(within_s)
        self._reading.join(5)
        return code

    def gone(self) -> None:
        """Wait for what it still said."""
        self.process.wait(10)
        self._reading.join(10)

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
        up.until_said("Riverrun is up", within_s=120)
        yield up
    finally:
        if up.process.poll() is None:
            up.stop()
        up.gone()


def all_gone(pids: list[int], within_s: float = 20.0) -> bool:
    deadline = time.monotonic() + within_s
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, pids))
