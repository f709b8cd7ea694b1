"""Messages to clients as they go over the wire."""

import msgspec

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.server_messages import AckMessage, AnyServerMessage, ErrorMessage
from riverrun.kernel.identifiers import TableId

_encoder = msgspec.json.Encoder()
NOTHING = msgspec.Raw(b"null")


def frame_of(message: AnyServerMessage) -> bytes:
    """Any message."""
    return _encoder.encode(message)


def ack_frame(id_: str, result: msgspec.Raw = NOTHING) -> bytes:
    """Accepted."""
    return _encoder.encode(AckMessage(id=id_, result=result))


def error_frame(id_: str | None, refusal: Refusal) -> bytes:
    """Refused."""
    return _encoder.encode(
        ErrorMessage(id=id_, code=refusal.code, message=str(refusal), details=refusal.details)
    )


class _SnapshotFrame(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    """A `SnapshotMessage` whose view is still as the table wrote it."""

    table: TableId
    feed: str
    version: int
    channel: str
    now_ms: int
    view: msgspec.Raw


def snapshot_frame(
    table: TableId, feed: str, version: int, channel: str, now_ms: int, view: msgspec.Raw
) -> bytes:
    """The whole table."""
    return _encoder.encode(_SnapshotFrame(table, feed, version, channel, now_ms, view))
