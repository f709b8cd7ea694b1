"""`python -m services.history`: projects the log into ClickHouse and answers from it, until told to stop."""

import gc
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from riverrun.pb.history.v1 import history_pb2
from riverrun.pb.history.v1.history_pb2_grpc import (
    add_AlbumsServicer_to_server,
    add_HistoryServicer_to_server,
    add_ReviewsServicer_to_server,
)
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.sealing.ring_file import load_ring
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.history.albums.notes import Notes
from services.history.albums_part import AlbumsPart
from services.history.asking import Asking
from services.history.database import Database
from services.history.log_line import LogLine
from services.history.projected import OwnHands, project_imported
from services.history.projecting_part import ProjectingPart
from services.history.readers import Readers
from services.history.reviews_part import ReviewsPart
from services.history.servicer import History
from services.history.settings import ClickHouseSettings, HistorySettings

IMPORTED_READERS = 1
"""Who asks for hands from elsewhere waits for another, and keeps nobody from our own."""


def parts(process: Process) -> Sequence[Part]:
    """The projectors; the readers, the albums and the reviews, and the door before them."""
    # Rows are many, and none refers to another: looking through them again and again is a fifth of the work.
    gc.freeze()
    gc.set_threshold(200_000, 10, 100)
    # Who asks while we project waits for the interpreter several times: 1 ms each, not 5.
    sys.setswitchinterval(0.001)
    settings = read_settings(HistorySettings, "RIVERRUN_")
    clickhouse = read_settings(ClickHouseSettings, "CLICKHOUSE_")
    ring = load_ring(Path(settings.history_keys)) if settings.history_keys else None
    readers = Readers(clickhouse, settings.history_readers)
    asking, services = Asking(readers, ring), history_pb2.DESCRIPTOR.services_by_name
    imported = Readers(clickhouse.imported, IMPORTED_READERS)
    history = History(asking, Asking(imported, None))
    line = LogLine(settings, process.fail)
    albums, reviews = AlbumsPart(asking, Notes(ring), line, settings), ReviewsPart(asking, settings)
    hosted = [
        HostedService(services["History"], partial(add_HistoryServicer_to_server, history)),
        HostedService(services["Albums"], partial(add_AlbumsServicer_to_server, albums.servicer)),
        HostedService(services["Reviews"], partial(add_ReviewsServicer_to_server, reviews.servicer)),
    ]
    grpc = read_settings(GrpcSettings, "RIVERRUN_GRPC_")
    server = GrpcServer(settings.history_host, settings.history_port, hosted, grpc)
    own = ProjectingPart("database", process, line, Database(clickhouse), OwnHands(settings))
    elsewhere = ProjectingPart(
        "imported", process, line, Database(clickhouse.imported), project_imported, behind=own
    )
    return [line, own, elsewhere, readers, imported, albums, reviews, server]


if __name__ == "__main__":
    sys.exit(run_service("history", parts))
