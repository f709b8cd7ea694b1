"""The chDB engine: several handles of one engine, of which some can only read."""

import contextlib
import os
import queue
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chdb

from services.history.embedded.allowed import question, require_no_file
from services.history.embedded.statement import Statement

_CODE = re.compile(r"Code:\s*(\d+)")
UNKNOWN_EXCEPTION = 1002
MARK_CACHE = 64 * 1024 * 1024


class StatementFailed(Exception):
    """The engine refused a statement; `code` is ClickHouse's number for why."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        found = _CODE.search(text)
        self.code = int(found[1]) if found else UNKNOWN_EXCEPTION


@dataclass(frozen=True)
class Bounds:
    """What a statement of one who may only read may take, and how many of his run at once."""

    handles: int
    seconds: int
    memory: int


class Handle:
    """One connection to the engine; one statement at a time."""

    def __init__(self, target: str, bounds: Bounds | None = None) -> None:
        """With bounds, it can only read."""
        self._connection: Any = chdb.connect(target)
        self._database = "default"
        self._reads_only = bounds is not None
        if bounds is not None:
            self._ask(f"SET max_execution_time = {bounds.seconds}")
            self._ask(f"SET max_memory_usage = {bounds.memory}")
            self._ask(f"SET max_result_bytes = {bounds.memory}")
            # Neither this nor the bounds can be undone from within; files and other servers are closed.
            self._ask("SET readonly = 1")

    def run(self, statement: Statement) -> bytes:
        """The answer in the statement's format. Raises `StatementFailed`."""
        # Who may only read may change no setting either; a limit that he asks for is no matter of life.
        changed = {} if self._reads_only else statement.settings
        if (statement.database or "default") != self._database:
            self._ask(f"USE `{(statement.database or 'default').replace('`', '')}`")
            self._database = statement.database or "default"
        if statement.rows is not None:
            return self._insert(statement, changed)
        done: list[str] = []
        try:
            for name, value in changed.items():
                self._ask(f"SET {_name(name)} = {_quoted(value)}")
                done.append(name)
            return self._answer(statement)
        finally:
            for name in done:
                self._ask(f"SET {name} = DEFAULT")

    def close(self) -> None:
        self._connection.close()

    def _insert(self, statement: Statement, settings: Mapping[str, str]) -> bytes:
        """Rows go in by a file in memory, which is gone with its descriptor whatever happens."""
        changed = ", ".join(f"{_name(name)} = {_quoted(value)}" for name, value in settings.items())
        with_settings = f"SETTINGS {changed}" if changed else ""
        rows = os.memfd_create("rows", os.MFD_CLOEXEC)
        try:
            with os.fdopen(os.dup(rows), "wb") as file:
                file.write(statement.rows or b"")
            source = f"FROM INFILE '/proc/self/fd/{rows}' {with_settings} FORMAT {statement.format}"
            self._ask(f"INSERT INTO {statement.text} {source}")
        finally:
            os.close(rows)
        return b""

    def _answer(self, statement: Statement) -> bytes:
        return self._ask(statement.text, statement.format, dict(statement.parameters))

    def _ask(self, text: str, form: str = "Null", parameters: dict[str, str] | None = None) -> bytes:
        try:
            found = self._connection.query(text, form, params=parameters or {})
        except RuntimeError as error:
            self._forget_half_an_answer()
            raise StatementFailed(str(error)) from None
        return bytes(found.bytes()) if found is not None else b""

    def _forget_half_an_answer(self) -> None:
        """What a statement had written before it failed would stand before the next one's answer."""
        with contextlib.suppress(RuntimeError):
            self._connection.query("SELECT 1", "Null")


class Engine:
    """One engine on one folder; `max_memory` bytes bound what all its statements take together."""

    def __init__(self, folder: Path, handles: int, max_memory: int, readers: Bounds) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        target = f"{folder}?max_server_memory_usage={max_memory}&mark_cache_size={MARK_CACHE}"
        self._free: dict[bool, queue.SimpleQueue[Handle]] = {}
        self._handles: list[Handle] = []
        for bounds, count in ((None, handles), (readers, readers.handles)):
            free = self._free[bounds is not None] = queue.SimpleQueue()
            for _ in range(count):
                self._handles.append(Handle(target, bounds))
                free.put(self._handles[-1])
        known = Statement("SELECT name FROM system.table_functions", "TabSeparated")
        self._table_functions = frozenset(self.run(known, reads_only=False).decode().split())

    def run(self, statement: Statement, *, reads_only: bool) -> bytes:
        """Blocks until a handle is free and the answer is there. Raises `StatementFailed`, `Forbidden`."""
        if reads_only:
            statement = question(statement, self._table_functions)
        else:
            require_no_file(statement)
        with self._handle(reads_only) as handle:
            return handle.run(statement)

    def close(self) -> None:
        for handle in self._handles:
            handle.close()

    @contextmanager
    def _handle(self, reads_only: bool) -> Iterator[Handle]:
        handle = self._free[reads_only].get()
        try:
            yield handle
        finally:
            self._free[reads_only].put(handle)


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _name(name: str) -> str:
    if not re.fullmatch(r"\w+", name):
        raise StatementFailed(f"Code: 115. DB::Exception: Setting {name!r} is unknown. (UNKNOWN_SETTING)")
    return name
