"""The audit log: who did what, when, from which connection, and what came of it (R11.3)."""

import msgspec

from riverrun.contracts.refusals import Detail
from riverrun.kernel.identifiers import PlayerId, TableId

PAGE_FORMAT = 1


class AuditRecord(msgspec.Struct, frozen=True, array_like=True):
    """One act. `result` is empty when it was done, else the refusal's code.

    `act` is a message's type, such as `sit_down`, a request's method and route, or an operator's order.
    `connection` tells connections of one address apart. `command` is the client's id of it.
    """

    at_ms: int
    actor: PlayerId
    address: str
    connection: str
    act: str
    table: TableId = ""
    command: str = ""
    result: str = ""
    details: dict[str, Detail] = {}


class AuditPage(msgspec.Struct, frozen=True, array_like=True):
    """Records as stored: sealed, and chained to the page before by its hash (empty: the writer's first)."""

    format: int
    writer: str
    number: int
    previous: bytes
    from_ms: int
    to_ms: int
    count: int
    key_id: str
    box: bytes


class UnknownPageFormat(ValueError):
    """A page written by a later release than this one."""


_decode = msgspec.msgpack.Decoder(AuditPage).decode
encode_page = msgspec.msgpack.Encoder().encode
encode_records = msgspec.msgpack.Encoder().encode
decode_records = msgspec.msgpack.Decoder(list[AuditRecord]).decode


def decode_page(data: bytes) -> AuditPage:
    """Read a stored page. Raises `UnknownPageFormat`, `msgspec.ValidationError`."""
    page = _decode(data)
    if page.format != PAGE_FORMAT:
        raise UnknownPageFormat(f"page format {page.format}, this release reads {PAGE_FORMAT}")
    return page
