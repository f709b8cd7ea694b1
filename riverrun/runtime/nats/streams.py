"""Founding the streams, and refusing to work on streams that could lose what they hold."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import nats.errors
import nats.js.errors
import structlog
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import StreamConfig

from riverrun.runtime.nats.stream_configs import stream_configs

log = structlog.get_logger(__name__)


class UnsafeStream(RuntimeError):
    """A stream exists with settings under which it could lose what it holds, or refuse what we write."""

    def __init__(self, stream: str, differences: Sequence[str]) -> None:
        super().__init__(f"stream {stream} is not what it must be: {'; '.join(differences)}")
        self.stream = stream
        self.differences = tuple(differences)


_MUST_AGREE = (
    "subjects",
    "storage",
    "retention",
    "discard",
    "max_age",
    "max_msgs",
    "max_bytes",
    "max_msgs_per_subject",
    "deny_delete",
    "deny_purge",
    "allow_rollup_hdrs",
    "allow_direct",
    "allow_atomic",
    "sealed",
    "persist_mode",
    "mirror",
    "sources",
    "subject_transform",
)


_NOT_YET = (
    nats.errors.TimeoutError,
    nats.errors.NoRespondersError,
    nats.js.errors.ServerError,
    nats.js.errors.ServiceUnavailableError,
)
"""What a cluster answers while it elects its leaders."""


async def found_streams(client: Client, replicas: int = 1, timeout_s: float = 30.0) -> None:
    """Found what is missing and check what is there; to be done as the operator, as often as one likes.

    Waits for a cluster that is still electing its leaders. Raises `UnsafeStream`, `TimeoutError`.
    """
    jetstream = client.jetstream(timeout=5)
    for config in stream_configs(replicas):
        await _found(jetstream, config, time.monotonic() + timeout_s)


async def _found(jetstream: JetStreamContext, config: StreamConfig, deadline: float) -> None:
    assert config.name is not None
    while True:
        try:
            try:
                found = (await jetstream.stream_info(config.name)).config
            except nats.js.errors.NotFoundError:
                found = (await jetstream.add_stream(config)).config
                log.info("stream_founded", stream=config.name, replicas=config.num_replicas)
        except _NOT_YET as error:
            if time.monotonic() > deadline:
                raise TimeoutError(f"stream {config.name}: {error!r}") from error
            await asyncio.sleep(0.25)
            continue
        differences = dangerous_differences(found, config)
        if differences:
            raise UnsafeStream(config.name, differences)
        return


def dangerous_differences(found: StreamConfig, wanted: StreamConfig) -> tuple[str, ...]:
    """Which settings of a stream put its content at risk; more replicas than asked for do not."""
    differences = [
        f"{field} is {_plain(getattr(found, field))}, must be {_plain(getattr(wanted, field))}"
        for field in _MUST_AGREE
        if _plain(getattr(found, field)) != _plain(getattr(wanted, field))
    ]
    if (found.num_replicas or 1) < (wanted.num_replicas or 1):
        differences.append(f"num_replicas is {found.num_replicas}, must be at least {wanted.num_replicas}")
    return tuple(differences)


_UNSET: Sequence[Any] = (None, False, 0, 0.0, -1, "", "default")


def _plain(value: Any) -> Any:
    """A setting as written, with all the ways of not setting it made one."""
    value = getattr(value, "value", value)
    return None if value in _UNSET else value
