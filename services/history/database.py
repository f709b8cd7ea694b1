"""The ClickHouse that history lives in, over clickhouse-connect's ordinary client."""

import asyncio
import logging
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import clickhouse_connect
import structlog
from clickhouse_connect.driver.exceptions import ClickHouseError

from services.history.schema.migrations import Placement, is_outdated, migrate
from services.history.settings import ClickHouseSettings

log = structlog.get_logger(__name__)

for _talker in ("urllib3.connectionpool", "clickhouse_connect"):
    # All that they tell of an attempt that failed stands in the error that they raise.
    logging.getLogger(_talker).setLevel(logging.CRITICAL)

T = TypeVar("T")

_WRITING = {
    # Rows are there once the insert is answered, and an insert repeated under its token changes nothing.
    "async_insert": "0",
    "deduplicate_blocks_in_dependent_materialized_views": "1",
}
_ON_CLUSTER = {"insert_distributed_sync": "1"}
CONNECTS_WITHIN_S, ANSWERS_WITHIN_S = 5, 120
PIECE_BYTES = 256 * 1024

DatabaseFailed = ClickHouseError
"""What the client raises, for an error as for a server that is away."""


class CannotWrite(DatabaseFailed):
    """Rows that the client cannot put into ClickHouse's form, or a table that is not there."""


class Database:
    """One connection, used by one thread at a time; the calls block. Raises `DatabaseFailed`."""

    def __init__(self, settings: ClickHouseSettings) -> None:
        self.settings = settings
        self.placement = Placement(settings.database, settings.cluster)
        self._client: Any = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clickhouse")
        self._columns: dict[str, tuple[list[str], list[str]]] = {}

    async def apart(self, call: Callable[..., T], *arguments: Any) -> T:
        """A blocking call in the connection's own thread: nobody else's calls keep it waiting."""
        run = partial(copy_context().run, call, *arguments)
        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    def connect(self) -> None:
        """Connect and bring the schema up to date; what an older one cannot hold comes again from the log."""
        self._connect_to_write()
        if is_outdated(self._client, self.placement):
            log.info("made_again_from_the_log", database=self.placement.database)
            self.drop()
            self._connect_to_write()
        migrate(self._client, self.placement)

    def _connect_to_write(self) -> None:
        client = self._open("default")
        try:
            client.command(
                f"CREATE DATABASE IF NOT EXISTS {self.placement.database} {self.placement.on_cluster}"
            )
        finally:
            client.close()
        self.connect_to_read()

    def connect_to_read(self) -> None:
        """Connect to what is there."""
        self.close()
        self._client = self._open(self.settings.database)
        self._columns = {}

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def query(self, text: str, parameters: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """Rows by their columns' names; `{name:Type}` in the text is bound by the server."""
        return list(self._client.query(text, parameters=dict(parameters or {})).named_results())

    def written_as(
        self, text: str, form: str, parameters: Mapping[str, Any], settings: Mapping[str, str]
    ) -> Iterator[bytes]:
        """A query's rows in one of ClickHouse's formats, piece by piece."""
        options = {"parameters": dict(parameters), "settings": dict(settings), "fmt": form}
        with self._client.raw_stream(text, **options) as stream:
            while piece := stream.read(PIECE_BYTES):
                yield piece

    def command(self, text: str) -> Any:
        """A statement without rows, or with one value."""
        return self._client.command(text)

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]], token: str) -> None:
        """All rows or none, once for each token. Raises `CannotWrite` for what will not be written ever."""
        names, types = self.columns(table)
        settings = {**_WRITING, "insert_deduplication_token": token}
        if self.placement.cluster:
            settings |= _ON_CLUSTER
        context = self._client.create_insert_context(
            table, names, column_type_names=types, column_oriented=True, settings=settings
        )
        try:
            self._client.insert(data=list(zip(*rows, strict=True)), context=context)
        except (ValueError, TypeError, ArithmeticError, struct.error) as error:
            raise CannotWrite(f"{table}: {error!r}") from error
        finally:
            # It refers to itself, and would hold the rows until somebody looks for garbage.
            context.data = [()]

    def columns(self, table: str) -> tuple[list[str], list[str]]:
        """The stored columns of a table in their order, and their types."""
        if table not in self._columns:
            found = self.query(
                "SELECT name, type FROM system.columns WHERE database = currentDatabase()"
                " AND table = {table:String} AND default_kind = '' ORDER BY position",
                {"table": table},
            )
            if not found:
                raise CannotWrite(f"there is no table {table}")
            self._columns[table] = [one["name"] for one in found], [one["type"] for one in found]
        return self._columns[table]

    def drop(self) -> None:
        """Everything is gone, to be made again from the log."""
        client = self._open("default")
        try:
            # Replicas must have forgotten the tables before they are made anew. One server that is told to
            # wait waits for every connection that has seen them.
            at_once = f"{self.placement.on_cluster} SYNC" if self.placement.cluster else ""
            client.command(f"DROP DATABASE IF EXISTS {self.settings.database} {at_once}")
        finally:
            client.close()

    def _open(self, database: str) -> Any:
        where = urlsplit(self.settings.url)
        return clickhouse_connect.get_client(
            interface=where.scheme,
            host=where.hostname,
            port=where.port or 0,
            username=unquote(where.username or "default"),
            password=unquote(where.password or ""),
            database=database,
            connect_timeout=CONNECTS_WITHIN_S,
            send_receive_timeout=ANSWERS_WITHIN_S,
            compress=False,
            autogenerate_session_id=False,
        )
