"""A refusal on its way between services: the same code and details at both ends."""

from typing import ClassVar

import msgspec
from grpc.aio import AioRpcError

from riverrun.contracts.refusals import Detail, Refusal

REFUSAL_KEY = "riverrun-refusal-bin"


class _Told(msgspec.Struct, frozen=True):
    code: str
    message: str
    details: dict[str, Detail] = {}


class ToldRefusal(Refusal):
    """Another service's refusal, as it came."""

    code: ClassVar[str]

    def __init__(self, told: _Told) -> None:
        super().__init__(**told.details)
        self.args = (told.message,)
        self.code = told.code  # type: ignore[misc]  # a refusal whose code is not of its class


def told(refusal: Refusal) -> bytes:
    """A refusal as metadata of a failed call."""
    return msgspec.json.encode(_Told(refusal.code, str(refusal), refusal.details))


def refusal_in(error: AioRpcError) -> Refusal | None:
    """The refusal that a failed call carries, if it carries one."""
    for key, value in error.trailing_metadata() or ():
        if key == REFUSAL_KEY and isinstance(value, bytes):
            return ToldRefusal(msgspec.json.decode(value, type=_Told))
    return None
