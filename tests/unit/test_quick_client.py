"""Headers of NATS messages are read as nats-py reads them, only quicker; a flush comes last."""

import asyncio

import pytest
from nats.aio.client import Client
from nats.protocol.parser import Parser

from riverrun.runtime.nats.quick_client import QuickClient
from riverrun.runtime.tasks import end
from tests.support.waiting import settled


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n",
        b"Nats-Sequence: 17\r\nNats-Subject: tables.0.s0-abcd\r\n\r\n",
        b"Name:Value\r\nOther:\tone two \r\n\r\n",
        b"A: with: colons\r\nnonsense\r\nEmpty:\r\n",
        "Name: Zoë\r\n".encode(),
        b"Name: \xff\r\n",
    ],
)
def test_headers_are_read_as_the_library_reads_them(raw: bytes) -> None:
    assert QuickClient._parse_header_lines(raw) == Client._parse_header_lines(raw)


def test_what_is_replaced_is_something_that_the_library_has() -> None:
    assert callable(Client._parse_header_lines)
    assert isinstance(Client()._ps, Parser)


class WrittenTransport:
    """Keeps what is written, in order."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, payload: bytes) -> None:
        self.written += payload

    def writelines(self, payload: list[bytes]) -> None:
        self.written += b"".join(payload)

    async def drain(self) -> None:
        """Nothing waits."""


async def test_a_flush_is_asked_behind_what_is_to_be_flushed() -> None:
    client, transport = QuickClient(), WrittenTransport()
    client._status = QuickClient.CONNECTED
    client._flush_queue = asyncio.Queue()
    client._transport = transport  # type: ignore[assignment]
    client._reading_task = asyncio.create_task(asyncio.sleep(60))
    client._flusher_task = asyncio.create_task(client._flusher())

    async def tell() -> None:
        await client.publish("views.s0-abcdef.public", b"flop")
        await client.flush()

    await settled()
    flushing = asyncio.create_task(tell())
    await settled()
    await client._process_pong()
    await flushing
    await end(client._reading_task, client._flusher_task)

    assert transport.written == b"PUB views.s0-abcdef.public  4\r\nflop\r\nPING\r\n"


class ClosedTransport:
    """As uvloop's, just after the server died."""

    def writelines(self, payload: list[bytes]) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")


async def test_writing_to_a_server_that_just_died_is_a_lost_connection_and_no_fault_of_ours() -> None:
    client = QuickClient()
    client._status = QuickClient.CONNECTED
    client._flush_queue = asyncio.Queue()
    client._transport = ClosedTransport()  # type: ignore[assignment]
    client._pending, client._pending_data_size = [b"PUB"], 3

    with pytest.raises(ConnectionResetError):
        await client._flush_pending()
