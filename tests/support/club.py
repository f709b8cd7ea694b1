"""The identity part of the club service in the test's own process, before a real NATS, behind gRPC."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from riverrun.pb.identity.v1 import identity_pb2
from riverrun.pb.identity.v1.identity_pb2_grpc import IdentityStub, add_IdentityServicer_to_server
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.nats.users import IDENTITY
from riverrun.runtime.sealing.ring_file import create_ring
from riverrun.runtime.serving.process import Process, ProcessSettings
from services.club.identity.part import IdentityPart
from services.club.identity.settings import IdentitySettings
from tests.support.nats_server import NatsServers


@dataclass(frozen=True)
class RunningIdentity:
    """Where it answers, and its inside."""

    target: str
    stub: Any
    part: IdentityPart


def identity_keys(folder: Path) -> dict[str, str]:
    """The rings that it needs, made where they are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for setting, name in (("people_keys", "people"), ("name_keys", "names"), ("signing_keys", "signing")):
        path = folder / f"{name}.json"
        if not path.exists():
            create_ring(path, name)
        files[setting] = str(path)
    return files


@asynccontextmanager
async def running_identity(
    servers: NatsServers, keys: Path, **settings: Any
) -> AsyncIterator[RunningIdentity]:
    """Ready, with cheap passwords; settings beside the test's own are defaults."""
    process = Process(ProcessSettings(), lambda _: None)
    chosen = {
        "nats_url": servers.urls,
        "nats_password": servers.passwords[IDENTITY.password_variable],
        "hash_memory_kib": 64,
        "hash_passes": 1,
        **identity_keys(keys),
        **settings,
    }
    part = IdentityPart(process, IdentitySettings(**chosen))
    hosted = HostedService(
        identity_pb2.DESCRIPTOR.services_by_name["Identity"],
        partial(add_IdentityServicer_to_server, part.servicer),
    )
    server = GrpcServer("127.0.0.1", 0, [hosted], GrpcSettings(stop_grace_s=0))
    await part.start()
    target = (await server.start())["grpc"]
    channel = open_channel(target)
    try:
        yield RunningIdentity(target, IdentityStub(channel), part)
    finally:
        await channel.close()
        await server.stop()
        await part.stop()
        await process.guard.cancel_all()
