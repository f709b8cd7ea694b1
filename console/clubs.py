"""`riverrun clubs`: the clubs in the log, one club's accounts, or one account's statement."""

import asyncio
from pathlib import Path

import click
import msgspec

from console.giving_up import give_up
from console.reading.log_source import LogSource, log_options, open_source
from console.reading.stored_clubs import NoSuchClub, StoredClubs
from console.telling.listed import tell
from riverrun.kernel.chips import Chips
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR

NO_SUCH = 1


class ListedClub(msgspec.Struct, frozen=True):
    """A club in a line."""

    club: str
    name: str
    kind: str
    owner: str
    members: int
    tables: int
    minted: Chips
    revenue: Chips


class ListedAccount(msgspec.Struct, frozen=True):
    """An account in a line."""

    account: str
    name: str
    role: str
    balance: Chips
    limit: Chips


class ListedEntry(msgspec.Struct, frozen=True):
    """An entry in a line."""

    entry: int
    at_ms: int
    amount: Chips
    balance: Chips
    reason: str
    other: str
    by: str
    note: str
    transfer: str


Listed = list[ListedClub] | list[ListedAccount] | list[ListedEntry]


@click.command()
@click.argument("club", required=False)
@click.argument("account", required=False)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Entries at most."
)
@log_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line of the table, in an array.")
def clubs(
    club: str | None, account: str | None, limit: int, data: Path, nats: str | None, as_json: bool
) -> None:
    """List the clubs, a CLUB's accounts, or an ACCOUNT's entries (`member:ID`, `revenue`, `table:ID`, ...).

    From the log alone, of a running system or a stopped one. Exit code 1: no such club or account; 2: no log.
    """
    with open_source(data, nats) as source:
        try:
            listed = asyncio.run(_listed(source, club, account, limit))
        except NoSuchClub as missing:
            give_up(f"no such club or account: {missing}", NO_SUCH)
    tell(listed, as_json=as_json, nothing="There are no clubs yet.")


async def _listed(source: LogSource, club: str | None, account: str | None, limit: int) -> Listed:
    client = await connect(source.login)
    try:
        stored = StoredClubs(JetStreamApi(client, AUDITOR.api_prefix))
        if club is None:
            return [await _club(stored, name) for name in await stored.names()]
        if account is None:
            return await _accounts(stored, club)
        return await _entries(stored, club, account, limit)
    finally:
        await client.close()


async def _club(stored: StoredClubs, name: str) -> ListedClub:
    club = await stored.club(name)
    books = await stored.books(club)
    tables = sum(one.open for one in club.tables.values())
    minted, revenue = -books.balance("mint"), books.balance("revenue")
    return ListedClub(club.id, club.name, club.kind, club.owner, len(club.members), tables, minted, revenue)


async def _accounts(stored: StoredClubs, name: str) -> list[ListedAccount]:
    club = await stored.club(name)
    books = await stored.books(club)
    names = {*books.accounts, *(f"member:{player}" for player in club.members)}
    listed = []
    for account in sorted(names):
        held = books.holding(account)
        member = club.members.get(account.removeprefix("member:"))
        who, role = ("", "") if member is None else (member.name, member.role)
        listed.append(ListedAccount(account, who, role, held.balance, held.limit))
    return listed


async def _entries(stored: StoredClubs, name: str, account: str, limit: int) -> list[ListedEntry]:
    books = await stored.books(await stored.club(name))
    held = books.accounts.get(account)
    if held is None:
        raise NoSuchClub(account)
    listed = []
    for version, moved in await stored.entries(name, account, held.entry, limit):
        pays = moved.source == account
        listed.append(
            ListedEntry(
                version,
                moved.at_ms,
                -moved.amount if pays else moved.amount,
                moved.source_balance if pays else moved.target_balance,
                moved.reason,
                moved.target if pays else moved.source,
                moved.by,
                moved.note,
                moved.transfer,
            )
        )
    return listed
