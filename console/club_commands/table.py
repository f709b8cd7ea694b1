"""`riverrun club table`: a club's tables, opened from templates and looked after."""

from collections.abc import Awaitable, Callable

import click
import msgspec

from console.club_desk.club_errand import ClubErrand, club_errand, club_look
from console.telling.listed import tell, tell_one
from riverrun.client import RiverrunClient
from riverrun.client.ownership import Ownership
from riverrun.contracts.club_messages import ClubsTable
from riverrun.contracts.door_messages import TurnedAway
from riverrun.contracts.rest_messages import NewTable
from riverrun.contracts.views import LobbyEntry


class ListedClubTable(msgspec.Struct, frozen=True):
    """A table in a line; what the lobby does not list (yet, or any more) is empty."""

    table: str
    template: str
    is_open: bool
    name: str = ""
    seated: int = 0
    seats: int = 0
    waiting: int = 0
    big_blind: int = 0
    average_pot: int = 0
    hands_an_hour: int = 0


@click.group()
def table() -> None:
    """Open tables from templates; pause, close and look after them."""


@table.command("list")
@click.option("--all", "closed_too", is_flag=True, help="Closed ones, too.")
@club_look
def list_tables(asking: ClubErrand, *, closed_too: bool) -> None:
    """List the club's tables, and who plays there."""

    async def read(client: RiverrunClient, club: str) -> list[ListedClubTable]:
        entries = {one.table: one for one in await client.tables()}
        listed: list[ListedClubTable] = []
        for one in (await client.clubs.show(club)).tables:
            known = entries.get(one.table)
            if one.is_open or closed_too:
                listed.append(_line(one, known))
        return listed

    tell(asking.at_club(read), as_json=asking.as_json, nothing="No open tables.")


def _line(one: ClubsTable, known: LobbyEntry | None) -> ListedClubTable:
    if known is None:
        return ListedClubTable(one.table, one.template, one.is_open)
    return ListedClubTable(
        one.table,
        one.template,
        one.is_open,
        known.name,
        known.seated,
        known.seats,
        known.waiting,
        known.big_blind,
        known.average_pot,
        known.hands_an_hour,
    )


@table.command("open")
@click.argument("template")
@club_errand
def open_table(asking: ClubErrand, template: str) -> None:
    """Open a table with the options of TEMPLATE, and say its id."""
    opened = asking.at_club(lambda client, club: client.clubs.open_table(club, template, asking.key))
    if asking.as_json:
        tell_one(NewTable(opened), as_json=True)
    else:
        asking.done(f"{opened} is open: `riverrun play --table {opened}`.")


def _order(asking: ClubErrand, table: str, give: Callable[[Ownership], Awaitable[None]], said: str) -> None:
    async def order(client: RiverrunClient) -> None:
        async with await client.watch(table) as watched:
            await give(watched.owner)

    asking.do(order)
    asking.done(said)


@table.command("pause")
@click.argument("table")
@club_errand
def pause_table(asking: ClubErrand, table: str) -> None:
    """Deal no hand after the one in progress, until it goes on."""
    _order(asking, table, Ownership.pause, f"{table} pauses after the hand in progress.")


@table.command("continue")
@click.argument("table")
@club_errand
def continue_table(asking: ClubErrand, table: str) -> None:
    """End a pause."""
    _order(asking, table, Ownership.go_on, f"{table} goes on.")


@table.command("close")
@click.argument("table")
@club_errand
def close_table(asking: ClubErrand, table: str) -> None:
    """Close a table for good: after the hand in progress all stacks go back to their accounts."""
    _order(asking, table, Ownership.close_table, f"{table} closes after the hand in progress.")


@table.command("turned-away")
@click.argument("table")
@club_look
def turned_away(asking: ClubErrand, table: str) -> None:
    """List whom a table did not admit, why, and beside whom."""

    async def read(client: RiverrunClient) -> list[TurnedAway]:
        return [one async for one in client.own_rules.turned_away(table)]

    tell(asking.do(read), as_json=asking.as_json, nothing="Nobody was turned away.")
