"""The evaluator as a process: how soon it is ready with a filled cache, and how much memory it holds."""

import json
import os
import subprocess
from pathlib import Path
from statistics import median
from time import perf_counter

from console.bench.rows import BenchRow

STARTS = 3
PATIENCE_S = 60


def process_rows(python: str) -> list[BenchRow]:
    """The median of several starts; memory where the system tells it."""
    starts = [_start(python) for _ in range(STARTS)]
    found = [BenchRow("evaluator", "warm start", median(took for took, _ in starts), "s")]
    if memory := [held for _, held in starts if held]:
        found.append(BenchRow("evaluator", "resident memory once ready", median(memory), "MB"))
    return found


def _start(python: str) -> tuple[float, float]:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("RIVERRUN_")},
        "RIVERRUN_EVALUATOR_PORT": "0",
        "RIVERRUN_EVALUATOR_ENGINE": "numba",
        "RIVERRUN_LOG_FORMAT": "json",
    }
    command = [python, "-m", "services.evaluator"]
    started = perf_counter()
    with subprocess.Popen(  # noqa: S603  # our own module
        command, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("{") and json.loads(line)["event"] == "ready":
                    return perf_counter() - started, _resident_mb(process.pid)
                assert perf_counter() - started < PATIENCE_S, "the evaluator does not start"
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE_S)  # what it says at its end is read, and not kept
    raise ChildProcessError(f"the evaluator ended with exit code {process.returncode}")


def _resident_mb(process: int) -> float:
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0.0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return int(lines["VmRSS"].split()[0]) / 1024
