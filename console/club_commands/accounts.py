"""`riverrun club accounts`: all that a club's books hold."""

import click

from console.club_desk.club_errand import ClubErrand, club_look
from console.telling.listed import tell
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import AccountBalance


@click.command()
@club_look
def accounts(asking: ClubErrand) -> None:
    """List all accounts with their balances, those of members that are gone included."""

    async def read(client: RiverrunClient, club: str) -> list[AccountBalance]:
        return [one async for one in client.chips.accounts(club)]

    tell(asking.at_club(read), as_json=asking.as_json, nothing="No chips were moved yet.")
