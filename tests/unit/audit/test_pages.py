"""Pages of the audit log: sealed, chained, and noticed when one is missing, changed or sent twice."""

import msgspec
import pytest

from riverrun.contracts.audit_log import AuditRecord, decode_page, encode_page
from riverrun.runtime.audit.page import opened_page, sealed_page
from riverrun.runtime.audit.reading import AuditReader
from riverrun.runtime.nats.answers import Batch, StoredMessage, StreamState
from riverrun.runtime.sealing.key_ring import BoxTampered, Key, KeyRing

RING = KeyRing([Key("audit-1", bytes(range(32)))], "audit-1")
OTHER = KeyRing([Key("audit-2", bytes(32))], "audit-2")


def act(number: int) -> AuditRecord:
    return AuditRecord(1_000 + number, "p-1", "198.51.100.7", "c1", "sit_down", "s0-river", f"k-{number}")


def pages(*records: AuditRecord) -> list[bytes]:
    made: list[bytes] = []
    for number, record in enumerate(records, 1):
        made.append(sealed_page(RING, "gateway-1", number, made[-1] if made else b"", [record]))
    return made


class StoredPages:
    """Stands for the stream."""

    def __init__(self, *data: bytes) -> None:
        self.data = data

    async def state(self, stream: str) -> StreamState:
        return StreamState(len(self.data), 1, len(self.data))

    async def batch(self, stream: str, subject: str, from_seq: int) -> Batch:
        found = [
            StoredMessage(seq, "audit.gateway-1", data)
            for seq, data in enumerate(self.data, 1)
            if seq >= from_seq
        ]
        return Batch(tuple(found[:2]), 0)


async def read(*data: bytes, ring: KeyRing = RING, since_ms: int = 0) -> tuple[list[str], AuditReader]:
    reader = AuditReader(StoredPages(*data), ring)  # type: ignore[arg-type]  # the part of the API it uses
    return [record.command async for record in reader.records(since_ms)], reader


async def test_what_was_written_is_read_in_order() -> None:
    commands, reader = await read(*pages(*(act(number) for number in range(5))))

    assert commands == ["k-0", "k-1", "k-2", "k-3", "k-4"]
    assert reader.found.broken == []


async def test_a_page_sent_twice_counts_once() -> None:
    first, second = pages(act(1), act(2))

    commands, reader = await read(first, first, second)

    assert (commands, reader.found.broken) == (["k-1", "k-2"], [])


async def test_a_missing_page_is_noticed() -> None:
    first, _, third = pages(act(1), act(2), act(3))

    _, reader = await read(first, third)

    assert reader.found.broken == ["gateway-1: page 3 does not follow page 1"]


async def test_an_exchanged_page_is_noticed() -> None:
    first, second, third = pages(act(1), act(2), act(3))
    forged = sealed_page(RING, "gateway-1", 2, first, [act(9)])

    assert (await read(first, second, third))[1].found.broken == []
    assert (await read(first, forged, third))[1].found.broken == ["gateway-1: page 3 does not follow page 2"]


def test_a_changed_or_moved_page_does_not_open() -> None:
    (first,) = pages(act(1))
    page = decode_page(first)

    for changed in (
        msgspec.structs.replace(page, number=2),
        msgspec.structs.replace(page, writer="gateway-2"),
        msgspec.structs.replace(page, box=page.box[:-1] + b"x"),
    ):
        with pytest.raises(BoxTampered):
            opened_page(RING, decode_page(encode_page(changed)))


async def test_nothing_of_a_record_stands_there_in_the_clear() -> None:
    (first,) = pages(act(1))

    assert not any(word in first for word in (b"198.51", b"p-1", b"sit_down"))


async def test_pages_under_a_destroyed_key_stay_shut_and_are_counted() -> None:
    commands, reader = await read(*pages(act(1), act(2)), ring=OTHER)

    assert (commands, reader.found.shut) == ([], 2)


async def test_only_what_is_new_enough_is_told() -> None:
    commands, _ = await read(*pages(act(1), act(2), act(3)), since_ms=1_002)

    assert commands == ["k-2", "k-3"]
