"""A club's ledger without a log, for tests: what is decided is taken at once, and kept."""

from collections.abc import Sequence
from typing import Any

from riverrun.runtime.eventstore.mapper import Recorded
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved, LedgerKind, LedgerOpened
from services.club.ledger.ledger_state import LedgerState, project
from services.club.ledger.moving import Move, grant, move

NOW = 1_000


class LedgerHouse:
    """Books with a few words to move chips; `events` are all that happened."""

    def __init__(self, kind: LedgerKind = "play") -> None:
        self.events: list[Any] = [LedgerOpened("c-1", kind, NOW)]
        self.state: LedgerState = self.replayed()

    @property
    def books(self) -> Books:
        return self.state.books

    def replayed(self) -> LedgerState:
        """The ledger anew from its events."""
        found = project(None, [Recorded("c-1", i, event) for i, event in enumerate(self.events, 1)])
        assert isinstance(found, LedgerState)
        return found

    def take(self, events: Sequence[Any]) -> None:
        for event in events:
            self.state.take(event)
            self.events.append(event)

    def earlier(self, transfer: str) -> ChipsMoved | None:
        version = self.state.index.find(transfer)
        event = None if version is None else self.events[version - 1]
        return event if isinstance(event, ChipsMoved) and event.transfer == transfer else None

    def move(self, asked: Move) -> ChipsMoved | None:
        event = move(self.books, asked, self.earlier(asked.transfer), NOW)
        self.take([] if event is None else [event])
        return event

    def grant(self, player: str, amount: int, transfer: str = "") -> ChipsMoved | None:
        return self.move(
            grant(self.books, transfer or f"grant.{len(self.events)}", player, amount, "own", "welcome")
        )
