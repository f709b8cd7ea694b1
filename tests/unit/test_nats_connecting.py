"""A way to NATS that is not found is given up in time, whatever nats-py makes of being cancelled."""

import asyncio
from contextlib import suppress

import pytest
from nats.aio.client import Client
from nats.errors import Error
from structlog.testing import capture_logs

from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, _Connection, _Reports, connect
from riverrun.runtime.nats.users import TABLE
from tests.support.patience import LONG_S

NOWHERE = NatsSettings(TABLE, "secret", ("nats://127.0.0.1:1",), connect_timeout_s=0.05)


async def test_one_who_forgets_that_he_was_cancelled_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cancelled = 0

    async def tries_on(client: Client, **_options: object) -> None:
        nonlocal cancelled
        client._flush_queue = asyncio.Queue()
        # As `asyncio.wait_for` of Python 3.11 does where the answer comes in the same moment.
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        cancelled += 1
        await asyncio.Event().wait()

    monkeypatch.setattr(Client, "connect", tries_on)

    async with asyncio.timeout(LONG_S):
        with pytest.raises(CannotConnect):
            await connect(NOWHERE)

    assert cancelled == 1


async def test_an_answer_that_comes_too_late_for_a_new_server_troubles_nobody() -> None:
    reports = _Reports(_Connection(), "table", None)
    reports.opened = True

    with capture_logs() as lines:
        await reports.error(Error('nats: permissions violation for publish to "_r_.geyuf7.yx1adg"'))
        await reports.error(Error('nats: permissions violation for publish to "tables.0.s0-abcd"'))

    assert [line["log_level"] for line in lines] == ["info", "warning"]


async def test_who_is_told_to_stop_while_he_connects_leaves_no_attempt_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def tries(_client: Client, **_options: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(Client, "connect", tries)
    connecting = asyncio.create_task(connect(NatsSettings(TABLE, "secret", connect_timeout_s=LONG_S)))
    await begun.wait()

    connecting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await connecting

    assert ended.is_set()
