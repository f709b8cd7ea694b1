"""A process of its own: ends the processes it was told of when its starter is no more, even by kill -9.

Reads lines from standard input, each a list of process ids in the order in which they are to end, those that
end side by side joined by commas; the last line counts. The input ends with the starter, whatever way that
one goes. It imports next to nothing and holds the data folder's lock, so that nobody starts anew upon what is
still ending.
"""

import contextlib
import os
import signal
import sys
import time

GRACE_S = 5.0


def end_all(groups: list[list[int]]) -> None:
    """End one group after the other: a request first, force after a while."""
    for group in groups:
        signal_each(group, signal.SIGTERM)
        deadline = time.monotonic() + GRACE_S
        while any(map(alive, group)):
            if time.monotonic() > deadline:
                signal_each(group, signal.SIGKILL)
                break
            time.sleep(0.02)


def signal_each(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to those that are still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def alive(pid: int) -> bool:
    """Whether the process still runs; one that only waits to be buried does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:  # noqa: PTH123  pathlib would take longer than all the rest
            return stat.read().rpartition(b") ")[2][:1] not in (b"Z", b"X")
    except OSError:
        return True


def main() -> None:
    """Listen until the starter is gone, then end what is left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    told: list[list[int]] = []
    for line in sys.stdin:
        if line.endswith("\n"):
            told = [[int(pid) for pid in group.split(",")] for group in line.split()]
    end_all(told)


if __name__ == "__main__":
    main()
