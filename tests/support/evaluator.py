"""The evaluator's engines, and its real gRPC server inside a test, on a free port, with a client of it."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import TYPE_CHECKING

from grpc_health.v1 import health_pb2, health_pb2_grpc

from riverrun.pb.evaluator.v1 import evaluator_pb2
from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorStub, add_EvaluatorServicer_to_server
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from services.evaluator.cache_folder import CacheFolder, open_cache
from services.evaluator.engine import Engine
from services.evaluator.loading import load_arrays, load_kernels
from services.evaluator.match_ups import MatchUps
from services.evaluator.servicer import Evaluator, Limits
from services.evaluator.settings import EvaluatorSettings
from tests.support.patience import LONG_S

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorAsyncStub

DESCRIPTOR = evaluator_pb2.DESCRIPTOR.services_by_name["Evaluator"]
ENGINES = ("numba", "numpy")


@cache
def usual_cache() -> CacheFolder:
    """Where services on this machine keep what they compiled: only the first test ever compiles."""
    return open_cache(EvaluatorSettings().cache, "")


@cache
def engine_named(name: str) -> Engine:
    """One of the two engines, loaded once for all tests of a process."""
    return load_kernels(usual_cache(), "host") if name == "numba" else load_arrays(usual_cache())


@asynccontextmanager
async def evaluator_server(
    engine: Engine, limits: Limits | None = None, match_ups: MatchUps | None = None
) -> AsyncIterator[str]:
    """Serve until the test is over; the address is what is given."""
    with ThreadPoolExecutor(1) as workers:
        evaluator = Evaluator(engine, match_ups or MatchUps(), workers, limits or Limits())
        hosted = HostedService(DESCRIPTOR, partial(add_EvaluatorServicer_to_server, evaluator))
        server = GrpcServer("127.0.0.1", 0, [hosted], GrpcSettings(stop_grace_s=0))
        address = (await server.start())["grpc"]
        try:
            yield address
        finally:
            await server.drain()
            await server.stop()


@asynccontextmanager
async def evaluator_at(address: str) -> AsyncIterator["EvaluatorAsyncStub"]:
    """A client such as the table has one."""
    channel = open_channel(address, repeatable=[DESCRIPTOR.full_name])
    try:
        yield EvaluatorStub(channel)
    finally:
        await channel.close()


async def health_of(address: str, service: str = DESCRIPTOR.full_name) -> int:
    """The status that a server tells of a service, as `grpc.health.v1` numbers it."""
    async with open_channel(address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        # The published stubs do not know the methods of this class.
        answer = await health.Check(  # type: ignore[attr-defined]
            health_pb2.HealthCheckRequest(service=service), timeout=LONG_S
        )
    return int(answer.status)
