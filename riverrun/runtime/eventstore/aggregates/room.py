"""Where one application's aggregates are stored: its stream and its subjects."""

import re
from dataclasses import dataclass

from eventsourcing.persistence import ProgrammingError

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Room:
    """A stream, and the first word of its subjects: `<root>.events.<aggregate>`, `<root>.tracking.<name>`."""

    stream: str
    root: str

    @property
    def all_events(self) -> str:
        """Every aggregate's events."""
        return f"{self.root}.events.*"

    def events_of(self, originator: object) -> str:
        """One aggregate's events. Raises `ProgrammingError` for an id that would change the subject."""
        return f"{self.root}.events.{_token(str(originator))}"

    def tracking_of(self, application: str) -> str:
        """How far an upstream application was followed. Raises `ProgrammingError`."""
        return f"{self.root}.tracking.{_token(application)}"


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise ProgrammingError(f"not an aggregate's id: {text!r}")
    return text
