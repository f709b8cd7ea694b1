"""`riverrun order`: have a table drain, stand still, go on, or void its hand, as the operator."""

import asyncio
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from console.giving_up import give_up
from console.ordering.answer_words import carried_out, refused, unanswered
from console.ordering.noted_order import audit_keys, note_order
from console.ordering.operator_login import NothingRuns, operator_login, operator_name
from console.ordering.sent_order import sent_order
from console.supervisor.data_folder import DEFAULT
from riverrun.contracts.operator_commands import (
    DrainTable,
    OperatorOrder,
    OrderRequest,
    ResumeTable,
    RollTable,
    SuspendTable,
    VoidHand,
)
from riverrun.contracts.table_commands import Reply
from riverrun.kernel.identifiers import NotAnIdentifier, TableId, command_id, table_id
from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, connect
from riverrun.runtime.nats.users import OPERATOR
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging

NOT_DONE, NO_WAY_THERE = 1, 2
LONGEST_REASON = 200

Command = TypeVar("Command", bound=Callable[..., Any])


@click.group()
def order() -> None:
    """Give a table an order; the log keeps it as an event, under your name.

    Exit code 0: carried out; 1: refused, or nobody answered; 2: nothing runs there.
    """


def _order(wanted: type[DrainTable | SuspendTable | ResumeTable | RollTable], name: str, what: str) -> None:
    """Add the subcommand that gives one order."""

    @order.command(name, help=what)
    @click.argument("table")
    @_options
    def give(
        table: str, reason: str, operator: str | None, id_: str | None, within_s: float, data: Path, nats: str
    ) -> None:
        _give(table, wanted(reason.strip()), operator, id_, within_s, data, nats)


def _options(command: Command) -> Command:
    options = (
        click.option("--reason", required=True, metavar="TEXT", callback=_a_reason, help="Why."),
        click.option(
            "--operator", metavar="NAME", help="Who gives the order; the default is your login name."
        ),
        click.option(
            "--id", "id_", metavar="ID", help="The id of an order to give once more, after no answer."
        ),
        click.option(
            "--within",
            "within_s",
            type=click.FloatRange(min=1),
            default=15,
            show_default=True,
            help="Seconds to ask again while nobody answers.",
        ),
        click.option(
            "--data",
            type=click.Path(path_type=Path, file_okay=False),
            default=DEFAULT,
            show_default=True,
            help="The data folder of a `riverrun up` that runs.",
        ),
        click.option(
            "--nats",
            metavar="URL",
            help=f"A NATS server instead; {OPERATOR.password_variable} holds the operator's password.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _a_reason(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Players and auditors read it."""
    if not text.strip() or len(text) > LONGEST_REASON or not text.isprintable():
        raise click.BadParameter(f"1 to {LONGEST_REASON} printable characters")
    return text


_order(DrainTable, "drain", "Play the hand in progress to its end, then stand still. Players see the reason.")
_order(SuspendTable, "suspend", "Stand still at once; no clock runs. Players see the reason.")
_order(ResumeTable, "resume", "Go on where the table stood; the clock of an open turn starts anew.")
_order(RollTable, "roll", "Go on under a new id after the hand in progress, before the month is over.")


@order.command("void")
@click.argument("table")
@click.option(
    "--hand",
    type=click.IntRange(min=1),
    metavar="N",
    help="The number of the hand that is meant: an order that comes late then voids no other.",
)
@_options
def _void(
    table: str,
    hand: int | None,
    reason: str,
    operator: str | None,
    id_: str | None,
    within_s: float,
    data: Path,
    nats: str,
) -> None:
    """End the hand in progress: what was put in goes back. Players see the reason."""
    _give(table, VoidHand(reason.strip(), hand or 0), operator, id_, within_s, data, nats)


def _give(
    table: str,
    wanted: OperatorOrder,
    operator: str | None,
    id_: str | None,
    within_s: float,
    data: Path,
    nats: str | None,
) -> None:
    configure_logging("riverrun", LogSettings(level="error"), sys.stderr)
    try:
        name = table_id(table)
        request = OrderRequest(
            command_id(id_ or f"o-{secrets.token_hex(8)}"), operator_name(operator), wanted
        )
        login, keys = operator_login(data, nats), audit_keys(data, nats)
        reply = asyncio.run(_sent(login, keys, name, request, within_s))
    except NotAnIdentifier as error:
        raise click.UsageError(str(error)) from error
    except (NothingRuns, CannotConnect) as error:
        give_up(str(error), NO_WAY_THERE)
    if reply is None:
        give_up(unanswered(name, within_s, request.id), NOT_DONE)
    if reply.code:
        give_up(refused(name, reply), NOT_DONE)
    click.secho(carried_out(name, wanted), fg="green")


async def _sent(
    login: NatsSettings, keys: Path | None, table: TableId, request: OrderRequest, within_s: float
) -> Reply | None:
    client = await connect(login)
    try:
        reply = await sent_order(client, table, request, within_s)
        await note_order(client, keys, table, request, reply)
        return reply
    finally:
        await client.close()
