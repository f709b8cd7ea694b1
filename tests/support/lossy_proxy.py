"""A proxy between a client and its server that can withhold what either side says, or cut the line."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit


class Line:
    """What flows one way on one connection; while closed, it is kept."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await self.open.wait()
                target.write(data)
                await target.drain()


class _Connection:
    def __init__(self, to_client: asyncio.StreamWriter, to_server: asyncio.StreamWriter) -> None:
        self.to_client = to_client
        self.to_server = to_server
        self.requests = Line()
        self.replies = Line()


class LossyProxy:
    """Stands in front of one server; new connections are whole, whatever is done to those before."""

    def __init__(self, url: str) -> None:
        self._target = urlsplit(url)
        self._connections: list[_Connection] = []
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"nats://127.0.0.1:{port}"

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for connection in self._connections:
            connection.to_client.close()
            connection.to_server.close()
        if self._server is not None:
            self._server.close()

    def withhold_replies(self) -> None:
        for connection in self._connections:
            connection.replies.open.clear()

    def withhold_requests(self) -> None:
        for connection in self._connections:
            connection.requests.open.clear()

    def release(self) -> None:
        """Let through, late, what was withheld."""
        for connection in self._connections:
            connection.requests.open.set()
            connection.replies.open.set()

    def cut(self) -> None:
        """Hang up on the client; what it had said and was withheld may still be released to the server."""
        for connection in self._connections:
            connection.to_client.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection(self._target.hostname, self._target.port)
        connection = _Connection(writer, to_server)
        self._connections.append(connection)
        for work in (
            connection.requests.carry(reader, to_server),
            connection.replies.carry(from_server, writer),
        ):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
