"""A service's line as a person reads it: time, service, what happened, and what it says about it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from rich.text import Text

from console.supervisor.kind import kind_of

COLOURS = {
    "nats": "blue",
    "evaluator": "magenta",
    "insurance": "bright_magenta",
    "club": "bright_blue",
    "table": "green",
    "gateway": "cyan",
    "bots": "yellow",
    "riverrun": "bold",
}
WIDEST_NAME = max(map(len, COLOURS))
LOUD = {"warning": "yellow", "error": "red", "critical": "bold red"}
_LEFT_OUT = {"service", "event", "level", "timestamp", "logger", "exception", "client"}
_NATS_LINE = re.compile(r"\[\d+\] \S+ (?P<time>\d\d:\d\d:\d\d)\S* \[(?P<level>\w+)\] (?P<says>.*)")
_EXPECTED = re.compile(
    "Plaintext passwords detected|state is outdated|state outdated|Recovering stream state|Healthcheck failed"
    r'|Publish Violation - Subject "_R_\.'
)
"""nats-server would rather have hashes; our passwords are drawn at random and reach it by its environment.
After a new start it reads anew what it needs, and knows nobody who asked before it and is answered now.
"""
_NEWS: Mapping[str, tuple[str, str] | None] = {
    "tables_taken_over": ("tables", "0"),
    "made_again_from_the_log": None,
    "catching_up": None,
    "caught_up": None,
}
"""What is well and yet worth seeing, unless the detail has this value."""
_NATS_LEVELS = {"WRN": "warning", "ERR": "error", "FTL": "critical"}


@dataclass(frozen=True)
class LogLine:
    """One line, taken apart. What is no log line of ours is told word by word, at level `info`."""

    level: str
    time: str
    says: str
    details: tuple[tuple[str, str], ...] = ()

    @property
    def loud(self) -> bool:
        """Whether a person should see it unasked."""
        return not self.well or (self.says in _NEWS and _NEWS[self.says] not in self.details)

    @property
    def well(self) -> bool:
        """Whether nothing is wrong."""
        return self.level not in LOUD

    def shown(self, service: str) -> Text:
        """The line with its prefix and colours."""
        line = prefix(self.time, service)
        line.append(self.says, LOUD.get(self.level, ""))
        for name, value in self.details:
            line.append(f"  {name}=", "dim").append(value)
        return line


def prefix(time: str, service: str) -> Text:
    """What stands before every line."""
    colour = COLOURS.get(kind_of(service), "white")
    return Text.assemble((time or " " * 8, "dim"), " ", (service.ljust(WIDEST_NAME), colour), " ")


def parsed(line: str) -> LogLine:
    """Take a line apart: JSON of our services, nats-server's own form, or anything else."""
    if line.startswith("{"):
        try:
            return _of_service(msgspec.json.decode(line, type=dict[str, Any]))
        except msgspec.DecodeError:
            return LogLine("info", "", printable(line))
    if found := _NATS_LINE.fullmatch(line):
        level = "info" if _EXPECTED.search(found["says"]) else _NATS_LEVELS.get(found["level"], "info")
        return LogLine(level, found["time"], printable(found["says"]))
    return LogLine("info", "", printable(line))


def _of_service(fields: dict[str, Any]) -> LogLine:
    details = [(name, printable(str(value))) for name, value in fields.items() if name not in _LEFT_OUT]
    if trace := fields.get("exception"):
        # One line each: where it came from stands in the log file.
        details.append(("error", printable(str(trace).rstrip().rsplit("\n", 1)[-1])))
    return LogLine(
        str(fields.get("level", "info")),
        _local(str(fields.get("timestamp", ""))),
        printable(str(fields.get("event", ""))),
        tuple(details),
    )


def _local(timestamp: str) -> str:
    try:
        return datetime.fromisoformat(timestamp).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return ""


def printable(text: str) -> str:
    """A name chosen by a stranger must not steer the reader's terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
