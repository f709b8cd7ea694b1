"""A gRPC server as part of a process: health, reflection, bounds, and a stop that lets calls finish."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from msgspec import Meta

from riverrun.runtime.grpc.answering import Answering


@dataclass(frozen=True)
class GrpcSettings:
    """What every gRPC server has: `RIVERRUN_GRPC_*`."""

    max_connection_age_s: Annotated[
        int, Meta(ge=1, description="seconds after which a client connects anew, and so finds new instances")
    ] = 300
    max_connection_age_grace_s: Annotated[
        int, Meta(ge=0, description="seconds that calls on such a connection may still take")
    ] = 30
    max_concurrent_calls: Annotated[
        int, Meta(ge=1, description="calls in progress; one more gets RESOURCE_EXHAUSTED")
    ] = 1000
    max_message_bytes: Annotated[int, Meta(ge=1024, description="the longest request")] = 8 * 1024 * 1024
    stop_grace_s: Annotated[float, Meta(ge=0, description="seconds that calls may still take at the end")] = (
        3.0
    )


@dataclass(frozen=True)
class HostedService:
    """A service to be answered: its descriptor, and what adds its servicer to a server."""

    descriptor: ServiceDescriptor
    add_to: Callable[[grpc.aio.Server], None]


class CannotListen(OSError):
    """The address is taken, or not this machine's."""


class GrpcServer:
    """Serves from `start` on, says NOT_SERVING from `drain` on and still answers, until `stop`."""

    def __init__(
        self, host: str, port: int, services: Sequence[HostedService], settings: GrpcSettings
    ) -> None:
        self._host = host
        self._port = port
        self._services = services
        self._settings = settings
        self._health = health.aio.HealthServicer()
        self._server: grpc.aio.Server | None = None

    async def start(self) -> dict[str, str]:
        """Listen; say the address, for port 0 is any free one. Raises `CannotListen`."""
        server = grpc.aio.server(
            interceptors=[Answering()],
            options=self._options(),
            maximum_concurrent_rpcs=self._settings.max_concurrent_calls,
        )
        names = [service.descriptor.full_name for service in self._services]
        for service in self._services:
            service.add_to(server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection.enable_server_reflection([*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server)
        try:
            port = server.add_insecure_port(f"{self._host}:{self._port}")
        except RuntimeError as error:
            raise CannotListen(f"{self._host}:{self._port}: {error}") from error
        for name in names:
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        await server.start()
        self._server = server
        return {"grpc": f"{self._host}:{port}"}

    async def drain(self) -> None:
        await self._health.enter_graceful_shutdown()

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(self._settings.stop_grace_s)

    def _options(self) -> list[tuple[str, int]]:
        return [
            # Else a second process would share the port in silence, and each would get half of the calls.
            ("grpc.so_reuseport", 0),
            ("grpc.max_connection_age_ms", self._settings.max_connection_age_s * 1000),
            ("grpc.max_connection_age_grace_ms", self._settings.max_connection_age_grace_s * 1000),
            ("grpc.max_receive_message_length", self._settings.max_message_bytes),
            # Our channels ping every 10 s; the default would hang up on them.
            ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
            ("grpc.keepalive_permit_without_calls", 1),
        ]
