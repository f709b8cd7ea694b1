"""`riverrun phh import`: hands that were played elsewhere, brought into the log and so into history."""

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import nats.errors
from rich.console import Console
from rich.progress import track

from console.account.errand_options import json_option
from console.giving_up import give_up
from console.ordering.operator_login import NothingRuns, operator_login, operator_name
from console.phh_files.bad_phh import BadFile, BadPhh
from console.phh_files.imported_hand import ImportedHand, imported_hand
from console.phh_files.phh_file import PhhFile
from console.phh_files.sending import send
from console.supervisor.data_folder import DEFAULT
from console.telling.words import hands_told
from riverrun.kernel.identifiers import NotAnIdentifier
from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, connect
from riverrun.runtime.nats.users import OPERATOR
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging

REFUSED, NO_LOG = 1, 2
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
@json_option
def import_(
    files: tuple[Path, ...],
    source: str | None,
    operator: str | None,
    data: Path,
    nats_url: str | None,
    as_json: bool,
) -> None:
    """Play the hands of FILES again by our rules and bring them into the log, apart from our own tables.

    A hand that is wrong, or that our rules know nothing of, is told by its place and a code, and the others
    come in. A hand that is there already stays one. Cards that a file tells are shown to whoever may see the
    hand. Exit code 1: a hand is not brought in; 2: there is no log that answers.
    """
    configure_logging("riverrun", LogSettings(level="error"), sys.stderr)
    named = source or files[0].resolve().parent.name[:LONGEST_SOURCE] or "files"
    if not 1 <= len(named) <= LONGEST_SOURCE or not named.isprintable():
        raise click.UsageError(f"--source has 1 to {LONGEST_SOURCE} printable characters")
    refused: list[BadFile] = []
    try:
        actor = f"operator-{operator_name(operator)}"
        login = operator_login(data, nats_url)
        hands = list(_hands(files, named, actor, refused))
        new = asyncio.run(_send(login, hands))
    except NotAnIdentifier as error:
        raise click.UsageError(str(error)) from None
    except (NothingRuns, CannotConnect, nats.errors.Error, TimeoutError) as error:
        give_up(f"no log takes them: {error}", NO_LOG)
    if as_json:
        click.echo(msgspec.json.encode(_plain(new, len(hands) - new, refused)))
    else:
        _tell(named, new, len(hands) - new, refused)
    sys.exit(REFUSED if refused else 0)


def _hands(
    files: tuple[Path, ...], source: str, actor: str, refused: list[BadFile]
) -> Iterator[ImportedHand]:
    """What can be brought in; `refused` collects the rest."""
    now_ms = int(time.time() * 1000)
    for path in track(files, "files read", console=Console(stderr=True), transient=True):
        try:
            found = list(PhhFile(path).hands())
        except BadFile as bad:
            refused.append(bad)
            continue
        for one in found:
            try:
                yield imported_hand(one.hand, source, actor, now_ms)
            except BadPhh as bad:
                refused.append(one.wrong(bad))
            except BadFile as bad:
                refused.append(bad)


async def _send(login: NatsSettings, hands: list[ImportedHand]) -> int:
    client = await connect(login)
    try:
        return await send(client.jetstream(), hands)
    finally:
        await client.close()


def _tell(source: str, new: int, there: int, refused: list[BadFile]) -> None:
    for bad in refused:
        click.secho(f"not brought in: {bad}", fg="red", err=True)
    told = f"{hands_told(new)} of {source} brought in"
    told += f", {there:,} {'was' if there == 1 else 'were'} there" if there else ""
    click.echo(told + (f", {len(refused):,} refused" if refused else ""))


def _plain(new: int, there: int, refused: list[BadFile]) -> dict[str, object]:
    parts = ("file", "line", "hand", "code", "words")
    told = [{part: getattr(bad, part) for part in parts} for bad in refused]
    return {"brought_in": new, "were_there": there, "refused": told}
