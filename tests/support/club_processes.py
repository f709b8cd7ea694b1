"""The club service as its own process, killed and started again on the same log, keys and port."""

import signal
from contextlib import AsyncExitStack
from pathlib import Path

from riverrun.runtime.nats.users import CLUB, IDENTITY
from tests.support.club import identity_keys
from tests.support.nats_server import NatsServers, free_port
from tests.support.service_process import ServiceProcess, service_process


class ClubProcesses:
    """One at a time; `kill` ends it as a crash would, `start` brings the next."""

    def __init__(self, stack: AsyncExitStack, servers: NatsServers, folder: Path) -> None:
        self._stack = stack
        self._port = free_port()
        self._process: ServiceProcess | None = None
        urls = ",".join(servers.urls)
        self._environ = {
            "RIVERRUN_CLUB_PORT": str(self._port),
            "RIVERRUN_CLUB_NATS_URL": urls,
            "RIVERRUN_CLUB_NATS_PASSWORD": servers.passwords[CLUB.password_variable],
            "RIVERRUN_IDENTITY_NATS_URL": urls,
            "RIVERRUN_IDENTITY_NATS_PASSWORD": servers.passwords[IDENTITY.password_variable],
            "RIVERRUN_IDENTITY_HASH_MEMORY_KIB": "64",
            "RIVERRUN_CLUB_LOOKS_ROUND_MS": "200",
            "RIVERRUN_CLUB_MOST_OWNED": "10000",
            "RIVERRUN_CLUB_MOST_JOINED": "10000",
            **{
                f"RIVERRUN_IDENTITY_{setting.upper()}": path
                for setting, path in identity_keys(folder).items()
            },
        }

    @property
    def target(self) -> str:
        """Where it answers, whichever process it is."""
        return f"127.0.0.1:{self._port}"

    def said(self, *events: str) -> bool:
        """Whether the process has logged one of them."""
        return self._process is not None and not set(events).isdisjoint(self._process.events())

    async def start(self) -> None:
        """Ready."""
        self._process = await self._stack.enter_async_context(
            service_process("services.club", **self._environ)
        )
        await self._process.wait_for("ready")

    async def kill(self) -> None:
        """`kill -9`."""
        assert self._process is not None, "not running"
        self._process.signal(signal.SIGKILL)
        await self._process.ended()
