"""A batch of the log is whole, or it fails: nobody is told of a later message without those before it.

A client that lost its connection and had it again while the server was still sending was given the rest of
the batch with its end, and passed over what had been lost between: a club would never have paid a cash-out.
"""

import pytest
from nats.aio.msg import Msg

from riverrun.runtime.nats.gathered_batch import GatheredBatch, MessagesLost

CALL = "DIRECT.GET"


def message(seq: int, before: int) -> bytes:
    own = f"Nats-Stream: TABLES\r\nNats-Subject: tables.0.t\r\nNats-Sequence: {seq}\r\n"
    return f"NATS/1.0\r\n{own}Nats-Num-Pending: 9\r\nNats-Last-Sequence: {before}\r\n\r\n".encode()


def end(before: int) -> bytes:
    return f"NATS/1.0 204 EOB\r\nNats-Num-Pending: 3\r\nNats-Last-Sequence: {before}\r\n\r\n".encode()


def heard_headers(raw: bytes) -> dict[str, str]:
    """As nats-py gives them."""
    first, *lines = raw.decode().strip().split("\r\n")
    status = {"Status": first.split()[1]} if " " in first else {}
    return status | dict(line.split(": ") for line in lines)


async def gathered(*answers: bytes, quickly: bool) -> GatheredBatch:
    batch = GatheredBatch()
    for raw in answers:
        if quickly:
            batch.take(raw, b"data")
        else:
            await batch.heard(Msg(None, data=b"data", headers=heard_headers(raw)))  # type: ignore[arg-type]
    return batch


@pytest.mark.parametrize("quickly", [True, False])
async def test_a_batch_in_which_each_follows_the_one_before_is_whole(quickly: bool) -> None:
    batch = await gathered(message(4, 0), message(7, 4), message(8, 7), end(8), quickly=quickly)

    whole = await batch.whole(CALL, 1)

    assert [one.seq for one in whole.messages] == [4, 7, 8]
    assert whole.pending == 3


@pytest.mark.parametrize("quickly", [True, False])
@pytest.mark.parametrize(
    "answers",
    [
        pytest.param((message(4, 0), message(8, 7), end(8)), id="in the middle"),
        pytest.param((message(7, 4), message(8, 7), end(8)), id="at the beginning"),
        pytest.param((message(4, 0), end(8)), id="at the end"),
        pytest.param((end(8),), id="all"),
    ],
)
async def test_a_batch_of_which_messages_were_lost_fails(answers: tuple[bytes, ...], quickly: bool) -> None:
    batch = await gathered(*answers, quickly=quickly)

    with pytest.raises(MessagesLost):
        await batch.whole(CALL, 1)


async def test_where_nothing_is_found_nothing_was_lost() -> None:
    batch = await gathered(b"NATS/1.0 404 Message Not Found\r\n\r\n", quickly=True)

    assert (await batch.whole(CALL, 1)).messages == ()
