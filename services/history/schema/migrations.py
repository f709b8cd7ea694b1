"""Brings a database up to the schema: numbered SQL files, each applied once, on one server or on a cluster.

On a cluster every table becomes a replicated one on each shard, under the name `<table>_local`, and one that
spreads over them under the plain name; readers and the projector use the plain names everywhere.

A file marked `-- made again from the log` asks for rows that older ones do not hold: what is there is dropped
before it is applied, and comes again from the log.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Protocol

_STATEMENT = re.compile(r"(?P<before>(?:\s|--[^\n]*\n)*)(?P<text>\S.*?);\s*?(?:\n|\Z)", re.DOTALL)
"""A statement ends with a semicolon at the end of a line."""
_SPREAD_BY = re.compile(r"-- distributed by (?P<key>[^\n]+)")
_LOCAL = re.compile(r"\$local\((\w+)\)")
_TABLE = re.compile(r"CREATE TABLE (\w+)")
_ENGINE = re.compile(r"\$(?P<prefix>Aggregating|Replacing)?MergeTree\b")

_FROM_THE_LOG = "-- made again from the log\n"

MIGRATIONS = "schema_migrations"


class Commands(Protocol):
    """As much of a ClickHouse client as this needs."""

    def command(self, cmd: str) -> Any: ...

    def query(self, query: str) -> Any: ...


@dataclass(frozen=True)
class Migration:
    """One file of the schema: its number, its name, its statements as they are run."""

    number: int
    name: str
    statements: tuple[str, ...]
    from_the_log: bool = False


@dataclass(frozen=True)
class Placement:
    """Where tables live: `cluster` empty, one server."""

    database: str
    cluster: str = ""

    @property
    def on_cluster(self) -> str:
        return f"ON CLUSTER '{self.cluster}'" if self.cluster else ""

    def engine(self, prefix: str) -> str:
        if not self.cluster:
            return f"{prefix}MergeTree"
        path = "/clickhouse/tables/{shard}/{database}/{table}"
        return f"Replicated{prefix}MergeTree('{path}', '{{replica}}')"

    def local(self, table: str) -> str:
        return f"{table}_local" if self.cluster else table

    def statements(self, sql: str) -> Iterator[str]:
        """A file's statements with what stands for engines and places filled in."""
        for found in _STATEMENT.finditer(sql):
            text = self._filled(found["text"].strip())
            table = _TABLE.match(text)
            if table is None or not self.cluster:
                yield text
                continue
            name = table[1]
            yield text.replace(f"CREATE TABLE {name}", f"CREATE TABLE {name}_local", 1)
            key = _SPREAD_BY.search(found["before"])
            spread = "rand()" if key is None else key["key"].strip()
            yield (
                f"CREATE TABLE {name} {self.on_cluster} AS {self.database}.{name}_local"
                f" ENGINE = Distributed('{self.cluster}', '{self.database}', '{name}_local', {spread})"
            )

    def _filled(self, text: str) -> str:
        window = "replicated_deduplication_window" if self.cluster else "non_replicated_deduplication_window"
        text = _ENGINE.sub(lambda found: self.engine(found["prefix"] or ""), text)
        text = _LOCAL.sub(lambda found: self.local(found[1]), text)
        text = text.replace("$deduplication_window", window)
        return text.replace("$on_cluster ", f"{self.on_cluster} " if self.cluster else "")


def migrations(placement: Placement) -> list[Migration]:
    """All of them, in order."""
    found = []
    for file in files("services.history.schema").iterdir():
        number, _, name = file.name.removesuffix(".sql").partition("_")
        if file.name.endswith(".sql"):
            sql = file.read_text()
            statements = tuple(placement.statements(sql))
            found.append(Migration(int(number), name, statements, _FROM_THE_LOG in sql))
    return sorted(found, key=lambda migration: migration.number)


def is_outdated(client: Commands, placement: Placement) -> bool:
    """Whether rows are there that are to be made again from the log."""
    applied = _applied(client, placement)
    return bool(applied) and any(
        one.from_the_log and one.number not in applied for one in migrations(placement)
    )


def migrate(client: Commands, placement: Placement) -> list[str]:
    """Apply to the client's database what is missing; the names of what was applied.

    May be run as often as one likes.
    """
    known, applied, done = f"{placement.database}.{MIGRATIONS}", _applied(client, placement), []
    for migration in migrations(placement):
        if migration.number in applied:
            continue
        for statement in migration.statements:
            client.command(_repeatable(statement))
        values = f"({migration.number}, '{migration.name}')"
        client.command(f"INSERT INTO {known} (number, name) VALUES {values}")  # noqa: S608  our own names
        done.append(f"{migration.number:04}_{migration.name}")
    return done


def _applied(client: Commands, placement: Placement) -> set[int]:
    known = f"{placement.database}.{MIGRATIONS}"
    columns, engine = "number UInt16, name String, at DateTime DEFAULT now()", placement.engine("")
    table = f"{known} {placement.on_cluster} ({columns}) ENGINE = {engine} ORDER BY number"
    client.command(f"CREATE TABLE IF NOT EXISTS {table}")
    return {row[0] for row in client.query(f"SELECT number FROM {known}").result_rows}  # noqa: S608  our own names


def _repeatable(statement: str) -> str:
    """A migration that was interrupted goes on where it stood."""
    return re.sub(r"^CREATE (TABLE|VIEW|MATERIALIZED VIEW) ", r"CREATE \1 IF NOT EXISTS ", statement)
