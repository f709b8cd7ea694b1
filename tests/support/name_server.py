"""A name server of a test's own: one name, as many addresses as the test says."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast

ANSWERS = 0x8580
"""An answer, from who is in charge, with recursion."""
A_RECORD, INTERNET, TTL_S = 1, 1, 1
HEADER, QUESTION_TAIL = 12, 4


class NameServer(asyncio.DatagramProtocol):
    """Answers every question for an IPv4 address with all of `addresses`, and every other with nothing."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._addresses = addresses

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        question = data[HEADER : data.index(0, HEADER) + 1 + QUESTION_TAIL]
        wanted = int.from_bytes(question[-4:-2], "big")
        found = self._addresses if wanted == A_RECORD else ()
        header = [int.from_bytes(data[:2], "big"), ANSWERS, 1, len(found), 0, 0]
        self._transport.sendto(_words(*header) + question + b"".join(map(_record, found)), addr)


def _record(address: str) -> bytes:
    name_again = 0xC000 | HEADER
    packed = socket.inet_aton(address)
    head = _words(name_again, A_RECORD, INTERNET, 0, TTL_S, len(packed))
    return head + packed


def _words(*numbers: int) -> bytes:
    return b"".join([number.to_bytes(2, "big") for number in numbers])


@asynccontextmanager
async def named(name: str, port: int, addresses: Sequence[str]) -> AsyncIterator[str]:
    """What to open a channel to: the name, which stands for that port at all the addresses."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(
        lambda: NameServer(addresses), local_addr=("127.0.0.1", 0)
    )
    try:
        own_port = transport.get_extra_info("sockname")[1]
        yield f"dns://127.0.0.1:{own_port}/{name}:{port}"
    finally:
        transport.close()
