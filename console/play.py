"""`riverrun play`: a seat at a table for the person at this terminal."""

import asyncio
import getpass
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import aiohttp
import click
from click.core import ParameterSource
from rich.console import Console

from console.account.errand_options import url_option
from console.account.kept_accounts import accounts_of_this_person
from console.account.own_folder import own_folder
from console.table_screen.cards import THEME
from console.table_screen.entering import CannotEnter, Wanted, seated, watched
from console.table_screen.kept_guests import KeptGuests
from console.table_screen.kept_hands import KeptHands
from console.table_screen.names import printable
from console.table_screen.plain import PlainDisplay
from console.table_screen.refused_words import in_words
from console.table_screen.screen import ScreenDisplay
from console.table_screen.sitting import Manners, Sitting
from console.table_screen.typed import key_by_key, typed_lines, written_lines
from riverrun.client import Refused, RiverrunClient, Unanswered, WatchedTable
from riverrun.contracts.account_messages import Account
from riverrun.contracts.views import LobbyEntry

LONGEST_NAME = 20
STDIN, STDOUT = 0, 1


def _own_name() -> str:
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        return "Guest"
    return name[:1].upper() + name[1:LONGEST_NAME]


@click.command()
@url_option
@click.option("--table", metavar="ID", help="Which table; asked where there are several.")
@click.option("--name", default=_own_name, metavar="NAME", help="How others see you; else your login name.")
@click.option("--buy-in", type=click.IntRange(1), metavar="CHIPS", help="Else 100 big blinds.")
@click.option("--seat", type=click.IntRange(1, 9), metavar="N", help="Else any free one.")
@click.option("--wait", is_flag=True, help="Stand in line for a seat where the table is full.")
@click.option("--plain", is_flag=True, help="Plain lines in place of a screen; also without a terminal.")
@click.option(
    "--save-hands",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep each finished hand there, for `riverrun verify`.",
)
@click.option("--new-guest", is_flag=True, help="Do not come back as who had this name here last time.")
@click.pass_context
def play(
    context: click.Context,
    url: str,
    table: str | None,
    name: str,
    buy_in: int | None,
    seat: int | None,
    wait: bool,
    plain: bool,
    save_hands: Path | None,
    new_guest: bool,
) -> None:
    """Take a seat at a table and play, in this terminal.

    Who is logged in (`riverrun login`) plays as that account, unless --name says who else.
    Type what you do and press Enter: f folds, c checks or calls, `r 600` raises to 600, ? tells the rest.
    Without a terminal it reads one line a turn from its input and leaves at the end of it.
    """
    url = url.rstrip("/")
    named = new_guest or context.get_parameter_source("name") is not ParameterSource.DEFAULT
    account = None if named else accounts_of_this_person().of(url)
    wanted = Wanted(url, name if account is None else account.name, table, buy_in, seat, wait)
    at_terminal = os.isatty(STDIN) and os.isatty(STDOUT)
    try:
        asyncio.run(_play(wanted, at_terminal and not plain, save_hands, new_guest, account))
    except CannotEnter as no:
        raise click.ClickException(str(no)) from no
    except Refused as refused:
        raise click.ClickException(in_words(refused)) from refused
    except (aiohttp.ClientError, Unanswered, TimeoutError) as error:
        hint = "`riverrun up` starts one here; --url names another."
        raise click.ClickException(f"Nobody answers at {wanted.url}. {hint}") from error


async def _play(
    wanted: Wanted, screen: bool, save_hands: Path | None, new_guest: bool, account: Account | None
) -> None:
    guests = KeptGuests(own_folder() / "guests.json")
    if new_guest:
        guests.forget(wanted.url, wanted.name)
    device = accounts_of_this_person().device().id
    async with RiverrunClient(wanted.url, device=device) as client:
        if account is not None:
            client.login_account(account, partial(accounts_of_this_person().keep, wanted.url))
        known = guests if account is None else None
        async with await watched(client, wanted, known, _choose) as table:
            greeting = await seated(table, wanted, client.player, click.echo)
            hands = None if save_hands is None else KeptHands(save_hands, table.table, client)
            await _sit(table, screen, greeting, hands)
        if hands is not None:
            await hands.finish()
            click.echo(hands.summary())


async def _sit(table: WatchedTable, screen: bool, greeting: str, hands: KeptHands | None) -> None:
    with ExitStack() as at_terminal:
        display: ScreenDisplay | PlainDisplay
        if screen:
            display = at_terminal.enter_context(ScreenDisplay(Console(theme=THEME)))
            at_terminal.enter_context(key_by_key(STDIN))
            typed = typed_lines(STDIN, display.typing)
        else:
            display = PlainDisplay(sys.stdout)
            typed = written_lines(STDIN)
        person = os.isatty(STDIN)
        manners = Manners(decisions_wait=not person, asks_before_leaving=person)
        sitting = Sitting(table, display, typed, manners, hands)
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, sitting.interrupt)
        loop.add_signal_handler(signal.SIGTERM, sitting.hang_up)
        loop.add_signal_handler(signal.SIGHUP, sitting.hang_up)
        display.say(greeting)
        await sitting.play()
    for line in display.last_words():
        click.echo(line)


def _choose(tables: Sequence[LobbyEntry]) -> LobbyEntry:
    """The person picks one; without a person, the liveliest that has a free seat."""
    liveliest = max(tables, key=lambda entry: (entry.seated < entry.seats, entry.seated))
    if len(tables) == 1 or not (os.isatty(STDIN) and os.isatty(STDOUT)):
        return liveliest
    for number, entry in enumerate(tables, start=1):
        stakes = f"{entry.small_blind:,}/{entry.big_blind:,}"
        click.echo(
            f"{number:3}  {printable(entry.name):24} {stakes:>12}  {entry.seated} of {entry.seats} seated"
        )
    picked: int = click.prompt(
        "Which table", type=click.IntRange(1, len(tables)), default=tables.index(liveliest) + 1
    )
    return tables[picked - 1]
