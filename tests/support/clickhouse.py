"""An embedded ClickHouse for tests: the real engine in a process of its own, in a folder of the test's."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import clickhouse_connect

from tests.support.nats_server import free_port
from tests.support.patience import LONG_S

PASSWORD, ANALYST_PASSWORD = "p-riverrun", "p-analyst"


@dataclass
class RunningClickHouse:
    """Where it listens; `port` stays the same when it is started again."""

    folder: Path
    process: "subprocess.Popen[str]"
    port: int
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://riverrun:{PASSWORD}@127.0.0.1:{self.port}"

    def client(self, user: str = "riverrun", **options: Any) -> Any:
        password = PASSWORD if user == "riverrun" else ANALYST_PASSWORD
        return clickhouse_connect.get_client(
            host="127.0.0.1", port=self.port, username=user, password=password, **options
        )

    def kill(self) -> None:
        self.process.kill()
        _ended(self.process)

    def start_again(self) -> None:
        self.process, self.port = _started(self.folder, self.port, self.settings)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return _ended(self.process)


@contextmanager
def clickhouse(
    folder: Path, settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[RunningClickHouse]:
    """Runs until the tests are over; `settings` are more of its environment."""
    process, port = _started(folder, free_port(), settings)
    running = RunningClickHouse(folder, process, port, settings)
    try:
        yield running
    finally:
        running.kill()


def _ended(process: "subprocess.Popen[str]") -> int:
    code = process.wait(LONG_S)
    assert process.stdout is not None
    process.stdout.close()
    return code


def _started(folder: Path, port: int, settings: Mapping[str, str]) -> "tuple[subprocess.Popen[str], int]":
    environ = {name: value for name, value in os.environ.items() if not name.startswith("RIVERRUN_")}
    environ |= {
        "RIVERRUN_LOG_FORMAT": "json",
        "RIVERRUN_CLICKHOUSE_PORT": str(port),
        "RIVERRUN_CLICKHOUSE_DATA": str(folder),
        "RIVERRUN_CLICKHOUSE_PASSWORD": PASSWORD,
        "RIVERRUN_CLICKHOUSE_ANALYST_PASSWORD": ANALYST_PASSWORD,
        "RIVERRUN_CLICKHOUSE_HANDLES": "2",
        "RIVERRUN_STOP_WITHIN_S": "20",
        "RIVERRUN_DRAIN_S": "0",
        **settings,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "services.history.embedded"],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if '"ready"' in line:
            # Read on, or the pipe fills up and the process stands still.
            threading.Thread(target=process.stdout.read, name="ClickHouse's log lines", daemon=True).start()
            return process, int(json.loads(line)["clickhouse"].rsplit(":", 1)[1])
    raise AssertionError(f"the embedded ClickHouse did not start: {''.join(said)}")
