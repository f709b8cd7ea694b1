"""Around every call a server answers: what a handler raises becomes a status, and the call is counted."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc
import structlog
from grpc import StatusCode
from prometheus_client import Counter, Histogram

from riverrun.runtime.grpc.bad_argument import STATUS_KEY, BadArgument, details_of

log = structlog.get_logger(__name__)

CALLS = Counter("riverrun_grpc_calls", "gRPC calls answered, by method and status", ["method", "code"])
SECONDS = Histogram(
    "riverrun_grpc_seconds",
    "Seconds until a gRPC call was answered, by method",
    ["method"],
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)

# grpc's stubs describe handlers of the blocking server only.
Handler: TypeAlias = Callable[[Any, grpc.aio.ServicerContext[Any, Any]], Awaitable[Any]]


class Answering(grpc.aio.ServerInterceptor):
    """Turns `BadArgument` into INVALID_ARGUMENT, any other error into INTERNAL without its words (R1.6)."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        if handler is None or handler.unary_unary is None:
            return handler
        return grpc.unary_unary_rpc_method_handler(
            _answering(handler_call_details.method, handler.unary_unary),
            handler.request_deserializer,
            handler.response_serializer,
        )


def _answering(method: str, handle: Handler) -> Any:
    async def answer(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
        started = time.perf_counter()
        code = StatusCode.CANCELLED  # by the caller, or by a deadline that passed
        try:
            response = await handle(request, context)
            code = StatusCode.OK
            return response
        except grpc.aio.AbortError:
            code = context.code()
            raise
        except BadArgument as wrong:
            code = StatusCode.INVALID_ARGUMENT
            await context.abort(code, str(wrong), ((STATUS_KEY, details_of(wrong)),))
        except Exception:
            code = StatusCode.INTERNAL
            log.exception("call_failed", method=method)
            await context.abort(code, "internal error")
        finally:
            CALLS.labels(method, code.name).inc()
            SECONDS.labels(method).observe(time.perf_counter() - started)

    return answer
