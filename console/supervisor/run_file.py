"""What a running Riverrun tells other commands: where it listens and which processes it consists of."""

import os
from pathlib import Path

import msgspec


class Run(msgspec.Struct, frozen=True):
    """One run of `riverrun up`; no secrets. `pids` are the services' processes as they are now."""

    pid: int
    started_ms: int
    gateway_url: str
    nats_url: str
    evaluator_target: str
    pids: dict[str, int] = {}
    insurance_target: str = ""
    clickhouse_url: str = ""
    history_target: str = ""


def write_run(path: Path, run: Run) -> None:
    """Write the file whole, for its owner's eyes."""
    fresh = path.with_name(f"{path.name}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(msgspec.json.format(msgspec.json.encode(run)) + b"\n")
    fresh.replace(path)


def read_run(path: Path) -> Run | None:
    """The run written there; None where there is none, or none that this release reads."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Run)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
