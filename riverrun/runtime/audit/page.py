"""Sealing records into a page, and opening it: a page fits only at its place in its writer's chain."""

import hashlib
from collections.abc import Sequence

from riverrun.contracts.audit_log import (
    PAGE_FORMAT,
    AuditPage,
    AuditRecord,
    decode_records,
    encode_page,
    encode_records,
)
from riverrun.runtime.sealing.key_ring import KeyRing


def sealed_page(
    ring: KeyRing, writer: str, number: int, previous: bytes, records: Sequence[AuditRecord]
) -> bytes:
    """A page as stored; `previous` are the bytes of the page before, empty for the first."""
    before = hashlib.sha256(previous).digest() if previous else b""
    page = AuditPage(
        PAGE_FORMAT,
        writer,
        number,
        before,
        min(record.at_ms for record in records),
        max(record.at_ms for record in records),
        len(records),
        ring.current,
        ring.seal(encode_records(list(records)), *_bound_to(writer, number, before)),
    )
    return encode_page(page)


def opened_page(ring: KeyRing, page: AuditPage) -> list[AuditRecord]:
    """The records of a page. Raises `CannotOpen`."""
    return decode_records(
        ring.open(page.key_id, page.box, *_bound_to(page.writer, page.number, page.previous))
    )


def _bound_to(writer: str, number: int, before: bytes) -> tuple[bytes, ...]:
    return b"audit", writer.encode(), str(number).encode(), before
