"""`riverrun phh import`: hands that were played elsewhere, brought into the log and so into history."""

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import nats.errors
from rich.console import Console
from rich.progress import track

from console.ordering.operator_login import NothingRuns, operator_login, operator_name
from console.phh_files.bad_phh import BadFile, BadPhh
from console.phh_files.imported_hand import ImportedHand, imported_hand
from console.phh_files.phh_file import PhhFile
from console.phh_files.sending import send
from console.supervisor.data_folder import DEFAULT
from riverrun.kernel.identifiers import NotAnIdentifier
from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, connect
from riverrun.runtime.nats.users import OPERATOR
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging

BAD_FILE, NO_LOG = 1, 2
LONGEST_SOURCE = 20


@click.group()
def phh() -> None:
    """Hands in the poker hand history format (PHH)."""


@phh.command("import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@click.option(
    "--source", metavar="NAME", help="Where they come from; the default is the first file's folder."
)
@click.option("--operator", metavar="NAME", help="Who brings them in; the default is your login name.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT,
    show_default=True,
    help="The data folder of a `riverrun up` that runs.",
)
@click.option(
    "--nats",
    "nats_url",
    metavar="URL",
    help=f"A NATS server instead; {OPERATOR.password_variable} holds the operator's password.",
)
def import_(
    files: tuple[Path, ...], source: str | None, operator: str | None, data: Path, nats_url: str | None
) -> None:
    """Play the hands of FILES again by our rules and bring them into the log, apart from our own tables.

    All or none: where one hand is wrong, its place and what is wrong are told and nothing is brought in. A
    hand that is there already stays one. Cards that a file tells are shown to whoever may see the hand. Exit
    code 1: a file is wrong; 2: there is no log that answers.
    """
    configure_logging("riverrun", LogSettings(level="error"), sys.stderr)
    named = source or files[0].resolve().parent.name[:LONGEST_SOURCE] or "files"
    if not 1 <= len(named) <= LONGEST_SOURCE or not named.isprintable():
        raise click.UsageError(f"--source has 1 to {LONGEST_SOURCE} printable characters")
    try:
        actor = f"operator-{operator_name(operator)}"
        login = operator_login(data, nats_url)
        hands = list(_hands(files, named, actor))
        new = asyncio.run(_send(login, hands))
    except NotAnIdentifier as error:
        raise click.UsageError(str(error)) from None
    except BadFile as bad:
        click.secho(f"nothing is brought in: {bad}", fg="red", err=True)
        sys.exit(BAD_FILE)
    except (NothingRuns, CannotConnect, nats.errors.Error, TimeoutError) as error:
        click.secho(f"no log takes them: {error}", fg="red", err=True)
        sys.exit(NO_LOG)
    there = len(hands) - new
    hand = "hand" if new == 1 else "hands"
    click.echo(f"{new:,} {hand} of {named} brought in" + (f", {there:,} were there" if there else ""))


def _hands(files: tuple[Path, ...], source: str, actor: str) -> Iterator[ImportedHand]:
    now_ms = int(time.time() * 1000)
    for path in track(files, "files read", console=Console(stderr=True), transient=True):
        for found in PhhFile(path).hands():
            try:
                yield imported_hand(found.hand, source, actor, now_ms)
            except BadPhh as bad:
                raise found.wrong(bad) from None


async def _send(login: NatsSettings, hands: list[ImportedHand]) -> int:
    client = await connect(login)
    try:
        return await send(client.jetstream(), hands)
    finally:
        await client.close()
