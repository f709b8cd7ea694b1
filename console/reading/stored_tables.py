"""Tables as the event-sourcing library rebuilds them, through its own Repository, at any version."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from eventsourcing.application import AggregateNotFoundError, Repository
from eventsourcing.persistence import EventStore, InfrastructureFactory

from console.reading.log_source import LogSource
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.mapper import Recorded
from riverrun.runtime.nats.users import AUDITOR


class NoSuchTable(LookupError):
    """The log holds no such table, or none at that version."""


class StoredTables:
    """Reads tables, and blocks while doing so."""

    def __init__(self, events: EventStore[Any]) -> None:
        self._events = events
        self._tables: Repository[Any] = Repository(events)

    def at(self, table: TableId, version: int | None = None) -> Table:
        """The table after that version's event, or as it is now. Raises `NoSuchTable`."""
        try:
            found: Any = self._tables.get(table, version=version, projector_func=_project)
        except AggregateNotFoundError:
            raise NoSuchTable(table) from None
        assert isinstance(found, _AtVersion)
        if version is not None and found.version != version:
            raise NoSuchTable(f"{table} at version {version}; it has come to version {found.version}")
        return found.table

    def events(self, table: TableId, after: int = 0) -> Iterator[Recorded]:
        """The table's events above a version, each with its version and its commit."""
        for one in self._events.get(table, gt=after):
            assert isinstance(one, Recorded)
            yield one


@dataclass(frozen=True)
class _AtVersion:
    table: Table
    version: int


def _project(found: Any, events: Iterable[Any]) -> Any:
    """The library's projector: it hands over the events, `evolve` does the rest."""
    table, version = (found.table, found.version) if found is not None else (None, 0)
    for one in events:
        table, version = evolve(table, one.event), one.originator_version
    return None if table is None else _AtVersion(table, version)


@contextmanager
def stored_tables(source: LogSource) -> Iterator[StoredTables]:
    """Tables by the library's environment: its persistence module is ours. Raises `CannotConnect`."""
    environment = {
        "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.persistence",
        "EVENT_CODEC_TOPIC": "services.table.codec:codec",
        "NATS_URL": source.url,
        "NATS_USER": AUDITOR.name,
        AUDITOR.password_variable: source.password,
    }
    factory: InfrastructureFactory[Any] = InfrastructureFactory.construct(env=environment)
    try:
        yield StoredTables(factory.event_store())
    finally:
        factory.close()
