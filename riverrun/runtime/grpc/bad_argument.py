"""A request that cannot be answered as it stands, told to the caller in a form that programs can read."""

from google.protobuf.any_pb2 import Any
from google.rpc.error_details_pb2 import BadRequest  # type: ignore[import-untyped]  # no py.typed
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]  # no py.typed
from grpc import StatusCode
from grpc.aio import AioRpcError

STATUS_KEY = "grpc-status-details-bin"


class BadArgument(ValueError):
    """What is wrong: a code that stays, the field, and words; none of them may repeat a card."""

    def __init__(self, code: str, field: str, words: str) -> None:
        super().__init__(f"{code}: {field}: {words}")
        self.code = code
        self.field = field
        self.words = words


def details_of(wrong: BadArgument) -> bytes:
    """The refusal as `google.rpc.Status` with a `BadRequest`, which gRPC's tools know how to show."""
    violation = BadRequest.FieldViolation(field=wrong.field, description=wrong.words, reason=wrong.code)
    packed = Any()
    packed.Pack(BadRequest(field_violations=[violation]))
    status = Status(code=StatusCode.INVALID_ARGUMENT.value[0], message=str(wrong), details=[packed])
    return bytes(status.SerializeToString())


def bad_argument_in(error: AioRpcError) -> BadArgument | None:
    """On the caller's side: the refusal that a failed call carries, if it carries one."""
    for key, value in error.trailing_metadata() or ():
        if key == STATUS_KEY and isinstance(value, bytes):
            for packed in Status.FromString(value).details:
                bad = BadRequest()
                if packed.Unpack(bad):
                    found = bad.field_violations[0]
                    return BadArgument(found.reason, found.field, found.description)
    return None
