"""Leaving a NATS server that is up but no use to us."""

import nats.errors
import structlog
from nats.aio.client import Client

log = structlog.get_logger(__name__)


class AnotherServer:
    """Leaves the server that we are connected to, where there is more than one."""

    def __init__(self, client: Client, servers: int) -> None:
        self._client = client
        self._servers = servers

    async def go(self) -> None:
        """Reconnect to the next one; while we are not connected, nats-py is already trying."""
        if self._servers < 2 or not self._client.is_connected:
            return
        log.warning("trying_another_server")
        try:
            await self._client.force_reconnect()
        except (nats.errors.Error, OSError) as error:
            log.warning("not_elsewhere", error=repr(error))
