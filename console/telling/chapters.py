"""Hands out of a table's events: where each begins and ends, and the table as it was before it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from riverrun.contracts.table_events import HandSealed, HandStarted
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.runtime.eventstore.mapper import Recorded


@dataclass
class Chapter:
    """A hand, or what happened between two hands (`hand` is then None)."""

    before: Table | None
    hand: int | None = None
    events: list[Recorded] = field(default_factory=list)
    over: bool = False

    @property
    def started_ms(self) -> int:
        """When its first commit was made (Unix ms)."""
        commit = self.events[0].commit
        return commit.at_ms if commit is not None else 0


def chapters(events: Iterable[Recorded]) -> Iterator[Chapter]:
    """A table's history from its first event on. The last one may not be over."""
    table: Table | None = None
    chapter = Chapter(None)
    for one in events:
        if type(one.event) is HandStarted and chapter.events:
            yield chapter
            chapter = Chapter(table)
        if type(one.event) is HandStarted:
            chapter.hand = one.event.hand
        chapter.events.append(one)
        table = evolve(table, one.event)
        if type(one.event) is HandSealed:
            chapter.over = True
            yield chapter
            chapter = Chapter(table)
    if chapter.events:
        yield chapter
