"""`riverrun club statement`: what went in and out of an account."""

import click

from console.club_desk.club_errand import ClubErrand, club_look
from console.club_desk.entries import FIELDS
from console.club_desk.named import account_named
from console.telling.listed import tell
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import LedgerEntry


@click.command()
@click.argument("account", default="")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Entries at most.")
@club_look
def statement(asking: ClubErrand, account: str, limit: int) -> None:
    """List an ACCOUNT's entries, the newest first, each with its reason; without one, your own account's."""

    async def read(client: RiverrunClient, club: str) -> list[LedgerEntry]:
        found: list[LedgerEntry] = []
        async for entry in client.chips.statement(club, await account_named(client, club, account)):
            found.append(entry)
            if len(found) == limit:
                break
        return found

    tell(asking.at_club(read), as_json=asking.as_json, nothing="No entries yet.", fields=FIELDS)
