"""`riverrun club balance`: what an account holds."""

import click

from console.club_desk.club_errand import ClubErrand, club_look
from console.club_desk.named import account_named
from console.telling.listed import tell_one
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import AccountBalance


@click.command()
@click.argument("account", default="")
@club_look
def balance(asking: ClubErrand, account: str) -> None:
    """Show what an ACCOUNT holds, and how low it may go; without one, your own.

    ACCOUNT is a member, by name or id, or one of `revenue`, `fees`, `insurance`, `mint`, `agent:ID`,
    `table:ID`, `pending:ID`. Members see their own, agents those of their members, owner and managers all.
    """

    async def look(client: RiverrunClient, club: str) -> AccountBalance:
        return await client.chips.balance(club, await account_named(client, club, account))

    tell_one(asking.at_club(look), as_json=asking.as_json)
