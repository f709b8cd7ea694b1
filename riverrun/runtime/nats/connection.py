"""A service's connection to NATS: under its own user, with its own inbox, quick to notice a dead server."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import nats
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from riverrun.runtime.nats.quick_client import QuickClient
from riverrun.runtime.nats.users import User
from riverrun.runtime.tasks import end

log = structlog.get_logger(__name__)

PING_INTERVAL_S = 2
RETRY_S = 0.2
UNANSWERED_PINGS = 2
"""A server that answers no ping for 2 x 2 s is taken for dead; nats-py's own default is four minutes."""
LATE_REPLY = 'permissions violation for publish to "_r_.'
"""As nats-py tells it, in small letters."""


@dataclass(frozen=True)
class NatsSettings:
    """Where the servers are and as whom to log in."""

    user: User
    password: str
    servers: tuple[str, ...] = ("nats://127.0.0.1:4222",)
    name: str = ""
    connect_timeout_s: float = 15.0


class CannotConnect(ConnectionError):
    """No server let us in within the time allowed; the message says why the last one did not."""


class _Connection(QuickClient):
    """Knows our hanging up from nats-py's giving up."""

    def __init__(self) -> None:
        super().__init__()
        self.hung_up: Literal["", "connected", "cut off"] = ""

    async def close(self) -> None:
        if not self.is_closed:
            self.hung_up = "connected" if self.is_connected else "cut off"
        await super().close()


class _Reports:
    """What nats-py tells about a connection, as log lines."""

    def __init__(self, client: _Connection, name: str, on_closed: Callable[[], None] | None) -> None:
        self._client = client
        self._log = log.bind(client=name)
        self._on_closed = on_closed
        self.errors: set[str] = set()
        self._tried_in_vain: set[str] = set()
        self.opened = False

    async def error(self, error: Exception) -> None:
        text = str(error) or type(error).__name__
        self.errors.add(text)
        # That the connection is gone is said by `disconnected`; and then every attempt to come back fails.
        gone = isinstance(error, OSError | nats.errors.StaleConnectionError)
        if gone and self.opened:
            # Five times a second and server: why is said once an outage.
            if text in self._tried_in_vain:
                return
            self._tried_in_vain.add(text)
        # A server that was started again does not know who asked before and is answered only now.
        expected = gone or LATE_REPLY in text
        say = self._log.info if expected and self.opened else self._log.warning
        say("nats_error", error=text)

    async def disconnected(self) -> None:
        if not self._client.is_closed:
            self._log.warning("nats_disconnected")

    async def reconnected(self) -> None:
        self._tried_in_vain.clear()
        self._log.info("nats_reconnected")

    async def closed(self) -> None:
        if not self.opened:
            return
        # nats-py remembers the error of an outage that is long over, and forgets that of one that just began:
        # what counts is who hung up, and in which state.
        if self._client.hung_up != "connected":
            # It gives up for good on most errors that a server reports: the service must notice and end.
            say = self._log.warning if self._client.hung_up else self._log.error
            say("nats_closed", error=str(self._client.last_error or "cut off"))
        if self._on_closed is not None:
            self._on_closed()


async def connect(settings: NatsSettings, on_closed: Callable[[], None] | None = None) -> Client:
    """Connect, and reconnect for ever after. Raises `CannotConnect`.

    `on_closed` is called when the connection is over for good, whether or not we closed it.
    """
    deadline = time.monotonic() + settings.connect_timeout_s
    while True:
        client = _Connection()
        reports = _Reports(client, settings.name or settings.user.name, on_closed)
        try:
            await _open_within(deadline - time.monotonic(), client, settings, reports)
            reports.opened = True
            return client
        except (nats.errors.Error, OSError, TimeoutError) as error:
            await _hang_up(client)
            reasons = ", ".join(sorted(reports.errors)) or repr(error)
            if time.monotonic() >= deadline:
                servers = " ".join(settings.servers)
                raise CannotConnect(f"{servers} as {settings.user.name}: {reasons}") from error
        await asyncio.sleep(RETRY_S)


async def _open_within(seconds: float, client: Client, settings: NatsSettings, reports: _Reports) -> None:
    """Raises `TimeoutError`, too. By a task: nats-py may forget that it was cancelled, and try for ever."""
    opening = asyncio.create_task(_open(client, settings, reports), name="the way to NATS")
    try:
        done, _ = await asyncio.wait({opening}, timeout=max(0.0, seconds))
        if not done:
            raise TimeoutError
        opening.result()
    finally:
        await end(opening)


async def _open(client: Client, settings: NatsSettings, reports: _Reports) -> None:
    await client.connect(
        servers=list(settings.servers),
        name=settings.name or settings.user.name,
        user=settings.user.name,
        password=settings.password,
        inbox_prefix=settings.user.inbox_prefix,
        ping_interval=PING_INTERVAL_S,
        max_outstanding_pings=UNANSWERED_PINGS,
        max_reconnect_attempts=-1,
        reconnect_time_wait=RETRY_S,  # type: ignore[arg-type]  # nats-py only sleeps for it
        connect_timeout=2,
        error_cb=reports.error,
        disconnected_cb=reports.disconnected,
        reconnected_cb=reports.reconnected,
        closed_cb=reports.closed,
    )


async def _hang_up(client: Client) -> None:
    """Close what a failed attempt left open; nats-py forgets it when the server hung up first."""
    transport = client._transport  # noqa: SLF001
    with suppress(OSError, nats.errors.Error):
        await client.close()
    if transport is not None:
        transport.close()  # type: ignore[no-untyped-call]


async def subscribe(
    client: Client, subject: str, heard: Callable[[Msg], Awaitable[None]], queue: str = ""
) -> Subscription:
    """Subscribe and wait until the server knows: what is published from here on arrives."""
    subscription = await client.subscribe(subject, queue=queue, cb=heard)
    await client.flush(timeout=5)
    return subscription
