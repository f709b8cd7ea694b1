"""ClickHouse's HTTP interface, as much of it as its clients use, before an engine."""

import asyncio
import hmac
import re
import time
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from aiohttp import BasicAuth, web

from services.history.embedded.allowed import Forbidden
from services.history.embedded.bodies import LARGEST, CannotDecompress, compressed, decompressed
from services.history.embedded.engine import Bounds, Engine, StatementFailed
from services.history.embedded.settings import EmbeddedSettings
from services.history.embedded.statement import Statement, statement_of

MEGABYTE = 1024 * 1024
AUTHENTICATION_FAILED, CANNOT_DECOMPRESS, CANNOT_PARSE_TEXT = 516, 271, 6
BAD_ARGUMENTS, UNKNOWN_FORMAT = 36, 73
_NOT_THERE = frozenset((60, 81, 46, 128))
"""Unknown table, database, function, …: ClickHouse answers these with 404."""
_WRONG = frozenset((6, 26, 27, 36, 43, 47, 53, 62, 69, 70, 73, 115, 184, 271, 386))
_FORBIDDEN = frozenset((164, 497, 516))


@dataclass(frozen=True)
class Users:
    """Who may come in: by name, the password and whether he can only read."""

    passwords: Mapping[str, str] = field(repr=False)
    readers: frozenset[str] = frozenset({"analyst"})

    def admitted(self, request: web.Request) -> str | None:
        """The user's name; None for a stranger."""
        user, password = _login(request)
        expected = self.passwords.get(user)
        if expected is None or not hmac.compare_digest(password.encode(), expected.encode()):
            return None
        return user


class ClickHouseDoor:
    """The HTTP server and its engine, a part of the process."""

    def __init__(self, settings: EmbeddedSettings) -> None:
        self._settings = settings
        passwords = {"riverrun": settings.password}
        if settings.analyst_password:
            passwords["analyst"] = settings.analyst_password
        self._users = Users(passwords)
        self._threads = ThreadPoolExecutor(settings.handles, thread_name_prefix="engine")
        self._reading = ThreadPoolExecutor(settings.reader_handles, thread_name_prefix="reading")
        self._engine: Engine | None = None
        app = web.Application(client_max_size=LARGEST)
        app.router.add_get("/ping", _pong)
        app.router.add_route("*", "/", self._answer)
        # A question whose asker has gone is not begun.
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2, handler_cancellation=True)

    async def start(self) -> Mapping[str, str]:
        """Open the engine's folder and listen. Raises `OSError`, `RuntimeError` for a folder in use."""
        s = self._settings
        open_engine = asyncio.get_running_loop().run_in_executor
        readers = Bounds(s.reader_handles, s.reader_seconds, s.reader_memory_mb * MEGABYTE)
        self._engine = await open_engine(
            self._threads, Engine, Path(s.data), s.handles, s.memory_mb * MEGABYTE, readers
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, s.host, s.port, reuse_address=True).start()
        host, port, *_ = self._runner.addresses[0]
        return {"clickhouse": f"http://{host}:{port}"}

    async def drain(self) -> None:
        """Statements that run come to their end in `stop`."""

    async def stop(self) -> None:
        await self._runner.cleanup()
        self._reading.shutdown(cancel_futures=True)
        self._threads.shutdown()
        if self._engine is not None:
            self._engine.close()

    async def _answer(self, request: web.Request) -> web.Response:
        query_id = request.query.get("query_id") or str(uuid.uuid4())
        headers = {
            "X-ClickHouse-Server-Display-Name": "riverrun",
            "X-ClickHouse-Timezone": "UTC",
        }
        if not query_id.isprintable():
            return _failed(BAD_ARGUMENTS, "query_id holds what no header may hold", headers)
        headers["X-ClickHouse-Query-Id"] = query_id
        user = self._users.admitted(request)
        if user is None:
            return _failed(
                AUTHENTICATION_FAILED, "Authentication failed: unknown user or wrong password", headers
            )
        if not request.query_string and request.method == "GET":
            return web.Response(text="Ok.\n", headers=headers)
        try:
            return await self._run(request, headers, reads_only=user in self._users.readers)
        except (StatementFailed, Forbidden) as error:
            return _failed(error.code, str(error), headers)
        except CannotDecompress as error:
            return _failed(CANNOT_DECOMPRESS, str(error), headers)
        except UnicodeDecodeError as error:
            return _failed(CANNOT_PARSE_TEXT, str(error), headers)

    async def _run(self, request: web.Request, headers: dict[str, str], *, reads_only: bool) -> web.Response:
        assert self._engine is not None, "not started"
        arguments, body = await _read(request)
        statement = statement_of(arguments, body)
        if not re.fullmatch(r"\w+", statement.format):
            return _failed(UNKNOWN_FORMAT, f"Unknown format {statement.format!r}", headers)
        began = time.perf_counter_ns()
        run = asyncio.get_running_loop().run_in_executor
        answer = await run(
            self._reading if reads_only else self._threads, lambda: self._engine_run(statement, reads_only)
        )
        summary = {"read_rows": "0", "written_rows": "0", "elapsed_ns": str(time.perf_counter_ns() - began)}
        headers["X-ClickHouse-Summary"] = msgspec.json.encode(summary).decode()
        if statement.answers:
            headers["X-ClickHouse-Format"] = statement.format
        answer, encoding = compressed(answer, request.headers.get("Accept-Encoding", ""))
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        return web.Response(body=answer, headers=headers)

    def _engine_run(self, statement: Statement, reads_only: bool) -> bytes:
        assert self._engine is not None
        return self._engine.run(statement, reads_only=reads_only)


async def _read(request: web.Request) -> tuple[dict[str, str], bytes]:
    """The arguments of a call, also those in a form of several parts, and its body without compression.

    As with ClickHouse itself, what `curl -d` calls a form is the statement.
    """
    arguments = dict(request.query)
    if request.content_type == "multipart/form-data":
        arguments |= {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
        return arguments, b""
    return arguments, decompressed(await request.read(), request.headers.get("Content-Encoding"))


def _login(request: web.Request) -> tuple[str, str]:
    headers = request.headers
    if "X-ClickHouse-User" in headers:
        return headers["X-ClickHouse-User"], headers.get("X-ClickHouse-Key", "")
    if headers.get("Authorization", "").startswith("Basic "):
        try:
            login = BasicAuth.decode(headers["Authorization"])
        except ValueError:
            return "", ""
        return login.login, login.password
    return request.query.get("user", ""), request.query.get("password", "")


async def _pong(_request: web.Request) -> web.Response:
    return web.Response(text="Ok.\n")


def _failed(code: int, text: str, headers: dict[str, str]) -> web.Response:
    status = 404 if code in _NOT_THERE else 403 if code in _FORBIDDEN else 400 if code in _WRONG else 500
    said = text if text.startswith("Code:") else f"Code: {code}. DB::Exception: {text}"
    return web.Response(
        status=status, text=said + "\n", headers={**headers, "X-ClickHouse-Exception-Code": str(code)}
    )
