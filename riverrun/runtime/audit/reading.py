"""Reading the audit log in the order in which it was written, and noticing what was taken out of it."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from riverrun.contracts.audit_log import AuditPage, AuditRecord, decode_page
from riverrun.contracts.subjects import ALL_AUDIT, AUDIT_STREAM
from riverrun.runtime.audit.page import opened_page
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.sealing.key_ring import KeyRing, UnknownKey


@dataclass
class ReadAudit:
    """What a reading found: broken places in writers' chains, and pages whose key was destroyed."""

    pages: int = 0
    records: int = 0
    shut: int = 0
    broken: list[str] = field(default_factory=list)


class AuditReader:
    """`found` fills while `records` is iterated. Raises nats-py's errors, `ApiRefused`, `CannotOpen`."""

    def __init__(self, api: JetStreamApi, ring: KeyRing) -> None:
        self._api = api
        self._ring = ring
        self._last: dict[str, tuple[int, bytes]] = {}
        self.found = ReadAudit()

    async def records(self, since_ms: int = 0) -> AsyncIterator[AuditRecord]:
        """All records from a time on."""
        from_seq, up_to = 1, (await self._api.state(AUDIT_STREAM)).last_seq
        while from_seq <= up_to:
            batch = await self._api.batch(AUDIT_STREAM, ALL_AUDIT, from_seq)
            if not batch.messages:
                return
            for message in batch.messages:
                for record in self._read(message.data, since_ms):
                    yield record
            from_seq = batch.messages[-1].seq + 1

    def _read(self, data: bytes, since_ms: int) -> list[AuditRecord]:
        page = decode_page(data)
        if not self._is_next(page, data):
            return []
        self.found.pages += 1
        if page.to_ms < since_ms:
            return []
        try:
            records = opened_page(self._ring, page)
        except UnknownKey:
            self.found.shut += 1
            return []
        self.found.records += len(records)
        return [record for record in records if record.at_ms >= since_ms]

    def _is_next(self, page: AuditPage, data: bytes) -> bool:
        """Whether to read it; False for a page that was sent twice."""
        number, before = self._last.get(page.writer, (0, b""))
        if page.number == number:
            return False
        self._last[page.writer] = (page.number, hashlib.sha256(data).digest())
        if (page.number, page.previous) != (number + 1, before):
            self.found.broken.append(f"{page.writer}: page {page.number} does not follow page {number}")
        return True
