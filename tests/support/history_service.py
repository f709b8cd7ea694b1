"""The history service's calls in the test's own process, before a real NATS and a real ClickHouse."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import (
    AlbumsStub,
    HistoryStub,
    add_AlbumsServicer_to_server,
    add_HistoryServicer_to_server,
)
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.nats.users import HISTORY
from riverrun.runtime.sealing.ring_file import load_ring
from services.history.albums.notes import Notes
from services.history.albums_part import AlbumsPart
from services.history.asking import Asking
from services.history.log_line import LogLine
from services.history.readers import Readers
from services.history.servicer import History
from services.history.settings import ClickHouseSettings, HistorySettings
from tests.support.history import PlayedLog

if TYPE_CHECKING:  # only the stubs know these classes
    from riverrun.pb.history.v1.history_pb2_grpc import AlbumsAsyncStub, HistoryAsyncStub


@dataclass(frozen=True)
class Answering:
    """Where it answers."""

    target: str
    history: "HistoryAsyncStub"
    albums: "AlbumsAsyncStub"


@asynccontextmanager
async def answering(clickhouse: ClickHouseSettings, played: PlayedLog) -> AsyncIterator[Answering]:
    """The calls about hands and albums, until the test is over."""
    servers, ring = played.servers, load_ring(played.keys / "history.json")
    settings = HistorySettings(
        nats_url=servers.urls, nats_password=servers.passwords[HISTORY.password_variable]
    )
    readers, imported = Readers(clickhouse, 2), Readers(clickhouse.imported, 1)
    asking = Asking(readers, ring)
    line = LogLine(settings, lambda: None)
    albums = AlbumsPart(asking, Notes(ring), line, settings)
    services = pb.DESCRIPTOR.services_by_name
    history = History(asking, Asking(imported, None))
    hosted = [
        HostedService(services["History"], partial(add_HistoryServicer_to_server, history)),
        HostedService(services["Albums"], partial(add_AlbumsServicer_to_server, albums.servicer)),
    ]
    server = GrpcServer("127.0.0.1", 0, hosted, GrpcSettings(stop_grace_s=0))
    async with AsyncExitStack() as held:
        for part in (line, readers, imported, albums):
            held.push_async_callback(part.stop)
            await part.start()
        held.push_async_callback(server.stop)
        target = (await server.start())["grpc"]
        channel = open_channel(target)
        held.push_async_callback(channel.close)
        yield Answering(target, HistoryStub(channel), AlbumsStub(channel))
