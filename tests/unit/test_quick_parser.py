"""What the server sends is read as nats-py reads it; what somebody takes comes whole, however it was cut."""

from functools import partial
from typing import Any

import pytest
from nats.errors import ProtocolError
from nats.protocol.parser import Parser

from riverrun.runtime.nats.quick_parser import QuickParser

HEADERS = b"NATS/1.0\r\nNats-Sequence: 7\r\nNats-Subject: tables.0.s0-abcd\r\n\r\n"
PAYLOAD = b"what looks like\r\nMSG a 1 2\r\nan operation"


def with_headers(sid: int, payload: bytes) -> bytes:
    sizes = b"%d %d" % (len(HEADERS), len(HEADERS) + len(payload))
    return b"HMSG _INBOX.x %d %s\r\n" % (sid, sizes) + HEADERS + payload + b"\r\n"


SENT = b"".join(
    [
        b"PING\r\n",
        with_headers(7, PAYLOAD),
        b"MSG a.subject 1 reply 5\r\nhello\r\n",
        with_headers(7, b""),
        with_headers(8, PAYLOAD),
        b"PONG\r\n",
        b"MSG a.subject 7 0\r\n\r\n",
        with_headers(7, b"last"),
        b"+OK\r\n",
    ]
)
TAKEN = [(HEADERS, PAYLOAD), (HEADERS, b""), (HEADERS, b"last")]


class Heard:
    """As much of a client as a parser tells things to."""

    def __init__(self) -> None:
        self.operations: list[Any] = []

    async def _process_msg(self, *message: Any) -> None:
        self.operations.append(message)

    async def _process_ping(self) -> None:
        self.operations.append("ping")

    async def _process_pong(self) -> None:
        self.operations.append("pong")


def pieces(size: int) -> list[bytes]:
    return [SENT[at : at + size] for at in range(0, len(SENT), size)]


def took(taken: list[tuple[bytes, bytes]], headers: bytes, data: bytes) -> None:
    taken.append((headers, data))


async def heard_by(parser_class: type[Parser], size: int) -> list[Any]:
    heard = Heard()
    parser = parser_class(heard)
    for piece in pieces(size):
        await parser.parse(piece)
    return heard.operations


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 64, 1000])
async def test_where_nobody_takes_anything_all_is_as_ever(size: int) -> None:
    assert await heard_by(QuickParser, size) == await heard_by(Parser, 1000)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 64, 1000])
async def test_messages_that_are_taken_come_whole_and_the_others_as_ever(size: int) -> None:
    heard, taken = Heard(), list[tuple[bytes, bytes]]()
    parser = QuickParser(heard)
    parser.takers[b"7"] = partial(took, taken)
    for piece in pieces(size):
        await parser.parse(piece)

    as_ever = [one for one in await heard_by(Parser, 1000) if one[0] != 7 or not one[4]]
    assert taken == TAKEN
    assert heard.operations == as_ever


async def test_taking_may_begin_while_anything_is_half_read() -> None:
    for begun in range(1, SENT.index(b"MSG a.subject 7")):
        heard, taken = Heard(), list[tuple[bytes, bytes]]()
        parser = QuickParser(heard)
        await parser.parse(SENT[:begun])
        parser.takers[b"7"] = partial(took, taken)
        await parser.parse(SENT[begun:])

        by_nats_py = [(one[4], one[3]) for one in heard.operations if one[0] == 7 and one[4]]
        assert by_nats_py + taken == TAKEN
        assert heard.operations[-1] == (7, b"a.subject", b"", b"", None)


class LooksCounted(QuickParser):
    """Knows how many bytes it has looked through."""

    looked_at = 0

    async def _operations(self, data: bytes) -> int:
        self.looked_at += len(data)
        return await super()._operations(data)


async def test_a_long_message_in_many_pieces_is_not_looked_through_anew_at_each_of_them() -> None:
    # A megabyte that came by kilobytes was copied a thousand times, and kept the process for a second.
    message, taken = with_headers(7, b"x" * 1_000_000), list[tuple[bytes, bytes]]()
    parser = LooksCounted(Heard())
    parser.takers[b"7"] = partial(took, taken)

    for at in range(0, len(message), 1_000):
        await parser.parse(message[at : at + 1_000])

    assert taken == [(HEADERS, b"x" * 1_000_000)]
    assert parser.looked_at < 2 * len(message)


async def test_a_new_connection_forgets_what_was_half_read() -> None:
    heard = Heard()
    parser = QuickParser(heard)
    parser.takers[b"7"] = lambda *_: None
    await parser.parse(SENT[:30])
    parser.reset()
    await parser.parse(b"PONG\r\n")

    assert heard.operations == ["ping", "pong"]


async def test_a_message_without_its_sizes_breaks_the_connection() -> None:
    parser = QuickParser(Heard())
    parser.takers[b"7"] = lambda *_: None
    with pytest.raises(ProtocolError):
        await parser.parse(b"HMSG _INBOX.x 7 many more\r\n\r\n")
