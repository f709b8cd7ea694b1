"""Asking another service over gRPC: what it refuses comes out as our own refusals do."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from grpc import StatusCode
from grpc.aio import AioRpcError

from riverrun.contracts.refusals import Refusal
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.refused import refusal_in
from services.gateway.refusals import BadMessage

Answer = TypeVar("Answer")

RETRY_MS = 1_000
AWAY = {StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED}


async def asked(
    call: Callable[..., Awaitable[Answer]], request: Any, within_s: float, away: type[Refusal]
) -> Answer:
    """The answer to a call.

    Raises the service's own refusal, `BadMessage`, `LookupError` for what is not there, and `away` when
    nobody answers in time.
    """
    try:
        return await call(request, timeout=within_s)
    except AioRpcError as error:
        refusal, bad = refusal_in(error), bad_argument_in(error)
        if refusal is not None:
            raise refusal from None
        if bad is not None:
            raise BadMessage(bad.field, bad.words) from None
        if error.code() is StatusCode.NOT_FOUND:
            raise LookupError from None
        if error.code() not in AWAY:
            raise
        raise away(retry_ms=RETRY_MS) from error
