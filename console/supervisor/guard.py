"""Our end of the guard: tells it which processes must not outlive us."""

import contextlib
import subprocess
import sys
from collections.abc import Mapping, Sequence

from console.supervisor import guard_process


class Guard:
    """Tells the guard of processes as they come and go.

    `order` is that in which they would end: names, or groups of names that end side by side.
    """

    def __init__(self, order: Sequence[str | Sequence[str]], lock: int) -> None:
        self._order = tuple((one,) if isinstance(one, str) else tuple(one) for one in order)
        self._lock = lock
        self._pids: dict[str, int] = {}
        self._process = self._start()

    @property
    def pids(self) -> Mapping[str, int]:
        """The processes now guarded, by name."""
        return self._pids

    def hold(self, name: str, pid: int) -> None:
        """From here on the process ends when we do."""
        assert any(name in group for group in self._order), name
        self._pids[name] = pid
        self._tell()

    def release(self, name: str) -> None:
        """The process is no more."""
        if self._pids.pop(name, None) is not None:
            self._tell()

    def close(self) -> None:
        """Let the guard end what is still held, and wait for it."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        # A session of its own: neither Ctrl-C nor a closed terminal reaches it.
        return subprocess.Popen(  # noqa: S603  our own file
            [sys.executable, "-I", "-S", guard_process.__file__],
            stdin=subprocess.PIPE,
            pass_fds=(self._lock,),
            start_new_session=True,
        )

    def _tell(self) -> None:
        groups = ([str(self._pids[name]) for name in group if name in self._pids] for group in self._order)
        line = (" ".join(",".join(pids) for pids in groups if pids) + "\n").encode()
        try:
            self._write(line)
        except BrokenPipeError:
            # Somebody killed the guard: the next one is told everything.
            self._process.wait()
            self._process = self._start()
            self._write(line)

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()
