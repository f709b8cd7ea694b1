"""Recording decisions, behind what others write; it blocks."""

from typing import Protocol

from eventsourcing.persistence import IntegrityError

from services.history.docket.docket import Docket
from services.history.docket.docket_events import FindingDecided

ATTEMPTS = 8


class DocketWrittenAllTheTime(RuntimeError):
    """Others wrote to the docket each time that we were about to."""


class StoredDockets(Protocol):
    """Where dockets are; `DocketsApplication` is one."""

    def docket(self, club: str) -> Docket: ...

    def record(self, docket: Docket, events: list[FindingDecided]) -> None: ...


class Dockets:
    """Raises the library's persistence errors."""

    def __init__(self, stored: StoredDockets) -> None:
        self._stored = stored

    def of(self, club: str) -> Docket:
        """A club's docket as it stands."""
        return self._stored.docket(club)

    def decide(self, club: str, decided: FindingDecided) -> Docket:
        """The docket with the decision; said again in the same words by the same person, it stands once."""
        for _ in range(ATTEMPTS):
            docket = self._stored.docket(club)
            newest = docket.newest(decided.finding)
            if newest is not None and _says(newest) == _says(decided):
                return docket
            try:
                self._stored.record(docket, [decided])
            except IntegrityError:
                continue
            return self._stored.docket(club)
        raise DocketWrittenAllTheTime(club)


def _says(decided: FindingDecided) -> tuple[str, str, str]:
    return decided.by, decided.verdict, decided.note
