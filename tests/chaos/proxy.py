"""A line to a server that can be cut, held up or made slow, in both directions alike."""

import asyncio
from contextlib import suppress


class Proxy:
    """Listens on `port` of the loopback interface and leads to `target`."""

    def __init__(self, port: int, target: int) -> None:
        self.port = port
        self.delay_s = 0.0
        self._target = target
        self._open = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._carriers: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._open.set()
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        for carrier in self._carriers:
            carrier.cancel()
        await asyncio.gather(*self._carriers, return_exceptions=True)

    def hold(self) -> None:
        """Nothing comes through, and nobody is told: as when a cable is pulled."""
        self._open.clear()

    def release(self) -> None:
        """What was held up comes through, late."""
        self._open.set()

    def cut(self) -> None:
        """Hang up on both sides."""
        for writer in self._writers:
            writer.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        for source, sink in ((reader, to_server), (from_server, writer)):
            self._writers.add(sink)
            carrier = asyncio.create_task(self._carry(source, sink), name=f"proxy {self.port}")
            self._carriers.add(carrier)
            carrier.add_done_callback(self._carriers.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        self._writers.discard(sink)
        sink.close()
