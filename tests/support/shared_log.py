"""One club's ledger as several processes share it, without a server: a log in memory with a fence."""

from typing import Any

from eventsourcing.persistence import IntegrityError

from riverrun.runtime.eventstore.loop_thread import LoopThread
from riverrun.runtime.eventstore.mapper import Recorded
from services.club.ledger import refusals
from services.club.ledger.ledger_state import LedgerState, project
from services.club.ledger.ledgers import Ledgers


class SharedLog:
    """Stands for the application of each process; `asked` counts the questions for what is newer."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.club = ""
        self.asked = 0
        self.loop = LoopThread()

    def process(self) -> Ledgers:
        """One more process's ledgers."""
        return Ledgers(self)  # type: ignore[arg-type]

    def ledger(self, club: str) -> LedgerState:
        if not self.events or club != self.club:
            raise refusals.UnknownLedger(club=club)
        found = project(None, [Recorded(club, i, event) for i, event in enumerate(self.events, 1)])
        assert isinstance(found, LedgerState)
        return found

    async def newer(self, _club: str, version: int) -> list[Any]:
        self.asked += 1
        return self.events[version:]

    async def record(self, club: str, version: int, events: list[Any]) -> None:
        if version != len(self.events):
            raise IntegrityError(club)
        self.club = club
        self.events.extend(events)

    async def event(self, _club: str, version: int) -> Any:
        return self.events[version - 1]
