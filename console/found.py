"""`riverrun found`: make the streams on a NATS server, as the operator; a Job on Kubernetes runs it."""

import asyncio
import sys
from dataclasses import dataclass
from typing import Annotated

import click
from msgspec import Meta

from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, connect
from riverrun.runtime.nats.streams import UnsafeStream, found_streams
from riverrun.runtime.nats.users import OPERATOR
from riverrun.runtime.settings.environment import BadSetting, read_settings
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging


@dataclass(frozen=True)
class FoundSettings:
    """Where to found: `RIVERRUN_*`."""

    nats_url: Annotated[tuple[str, ...], Meta(description="NATS servers, by commas")] = (
        "nats://127.0.0.1:4222",
    )
    nats_password: Annotated[str, Meta(description="password of NATS user `operator`")] = ""


@click.command()
@click.option(
    "--replicas",
    type=click.IntRange(1, 5),
    default=1,
    show_default=True,
    help="On how many servers each stream lives: 3 in production.",
)
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(min=1),
    default=60,
    show_default=True,
    help="Seconds to wait for a cluster that still elects its leaders.",
)
def found(replicas: int, timeout_s: float) -> None:
    """Found the streams that are missing, and check those that are there.

    Reads RIVERRUN_NATS_URL and RIVERRUN_NATS_PASSWORD. May be run as often as one likes. Exit code 1: not
    done, or a stream has settings under which it could lose what it holds; 2: wrong settings.
    """
    try:
        configure_logging("found", read_settings(LogSettings, "RIVERRUN_LOG_"))
        settings = read_settings(FoundSettings, "RIVERRUN_")
        asyncio.run(_found(settings, replicas, timeout_s))
    except BadSetting as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    except (CannotConnect, UnsafeStream, TimeoutError) as error:
        click.echo(f"not founded: {error}", err=True)
        sys.exit(1)


async def _found(settings: FoundSettings, replicas: int, timeout_s: float) -> None:
    login = NatsSettings(OPERATOR, settings.nats_password, settings.nats_url, connect_timeout_s=timeout_s)
    client = await connect(login)
    try:
        await found_streams(client, replicas, timeout_s)
    finally:
        await client.close()
