"""Headers of NATS messages are read as nats-py reads them, only quicker."""

import asyncio

import pytest
from nats.aio.client import Client
from nats.protocol.parser import Parser

from riverrun.runtime.nats.quick_client import QuickClient


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
