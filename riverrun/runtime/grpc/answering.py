"""Around every call a server answers: what a handler raises becomes a status, and the call is counted."""

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from inspect import isasyncgenfunction
from typing import Any, TypeAlias

import grpc
import structlog
from grpc import StatusCode
from prometheus_client import Counter, Histogram

from riverrun.contracts.refusals import Refusal
from riverrun.runtime.grpc.bad_argument import STATUS_KEY, BadArgument, details_of
from riverrun.runtime.grpc.refused import REFUSAL_KEY, told

log = structlog.get_logger(__name__)

CALLS = Counter("riverrun_grpc_calls", "gRPC calls answered, by method and status", ["method", "code"])
SECONDS = Histogram(
    "riverrun_grpc_seconds",
    "Seconds until a gRPC call was answered, by method",
    ["method"],
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
# grpc's stubs describe handlers of the blocking server only.
Handler: TypeAlias = Callable[[Any, Context], Awaitable[Any]]
StreamingHandler: TypeAlias = Callable[[Any, Context], AsyncGenerator[Any, None]]


class Answering(grpc.aio.ServerInterceptor):
    """Turns `BadArgument` into INVALID_ARGUMENT, a `Refusal` into FAILED_PRECONDITION with all it says.

    Any other error becomes INTERNAL without its words (R1.6).
    """

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or handler.request_streaming:
            return handler
        if handler.response_streaming:
            if not isasyncgenfunction(handler.unary_stream):
                return handler  # grpc's own health service, which writes into its context
            return grpc.unary_stream_rpc_method_handler(
                _streaming(method, handler.unary_stream),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return grpc.unary_unary_rpc_method_handler(
            _answering(method, handler.unary_unary),
            handler.request_deserializer,
            handler.response_serializer,
        )


def _answering(method: str, handle: Handler) -> Any:
    async def answer(request: Any, context: Context) -> Any:
        async with _watched(method, context):
            return await handle(request, context)

    return answer


def _streaming(method: str, handle: StreamingHandler) -> Any:
    async def answer(request: Any, context: Context) -> AsyncIterator[Any]:
        async with _watched(method, context), aclosing(handle(request, context)) as responses:
            async for response in responses:
                yield response

    return answer


@asynccontextmanager
async def _watched(method: str, context: Context) -> AsyncIterator[None]:
    """What is raised inside becomes a status, and the call is counted with it."""
    started = time.perf_counter()
    code = StatusCode.CANCELLED  # by the caller, or by a deadline that passed
    try:
        yield
        code = StatusCode.OK
    except grpc.aio.AbortError:
        code = context.code()
        raise
    except BadArgument as wrong:
        code = StatusCode.INVALID_ARGUMENT
        await context.abort(code, str(wrong), ((STATUS_KEY, details_of(wrong)),))
    except Refusal as refusal:
        code = StatusCode.FAILED_PRECONDITION
        await context.abort(code, refusal.code, ((REFUSAL_KEY, told(refusal)),))
    except Exception:
        code = StatusCode.INTERNAL
        log.exception("call_failed", method=method)
        await context.abort(code, "internal error")
    finally:
        CALLS.labels(method, code.name).inc()
        SECONDS.labels(method).observe(time.perf_counter() - started)
