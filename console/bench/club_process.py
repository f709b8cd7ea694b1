"""The club service as a process of its own, with a channel to it."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from console.bench.measured_process import PATIENCE_S, MeasuredProcess, service
from console.bench.throwaway_log import ThrowawayServer
from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub, LedgerStub
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.nats.users import CLUB, IDENTITY
from riverrun.runtime.sealing.ring_file import create_ring


class ClubProcess:
    """Ready, and connected to as a gateway is before anybody asks."""

    PATIENCE_S: ClassVar[int] = PATIENCE_S

    def __init__(self, process: MeasuredProcess, channel: Any) -> None:
        self._process = process
        self.clubs = ClubsStub(channel)
        self.ledger = LedgerStub(channel)

    def kill(self) -> None:
        """`kill -9`."""
        os.kill(self._process.pid, signal.SIGKILL)

    @classmethod
    @asynccontextmanager
    async def running(cls, server: ThrowawayServer) -> AsyncIterator["ClubProcess"]:
        """On a throwaway server, with keys in its folder."""
        async with service("club", _settings(server)) as (process, target), open_channel(target) as channel:
            await channel.channel_ready()
            yield cls(process, channel)


def _settings(server: ThrowawayServer) -> dict[str, str]:
    rings = {}
    for setting, name in (("PEOPLE_KEYS", "people"), ("NAME_KEYS", "names"), ("SIGNING_KEYS", "signing")):
        path = server.folder / f"{name}.json"
        if not path.exists():
            create_ring(path, name)
        rings[f"RIVERRUN_IDENTITY_{setting}"] = str(path)
    return {
        **rings,
        "RIVERRUN_CLUB_PORT": "0",
        "RIVERRUN_CLUB_NATS_URL": server.url,
        "RIVERRUN_CLUB_NATS_PASSWORD": server.passwords[CLUB.password_variable],
        "RIVERRUN_IDENTITY_NATS_URL": server.url,
        "RIVERRUN_IDENTITY_NATS_PASSWORD": server.passwords[IDENTITY.password_variable],
    }
