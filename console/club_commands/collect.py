"""`riverrun club collect`: an agent's earnings."""

import click

from console.club_desk.amounts import AMOUNT
from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.entries import tell_entry
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import LedgerEntry


@click.command()
@click.argument("amount", type=AMOUNT)
@club_errand
def collect(asking: ClubErrand, amount: int) -> None:
    """Move so much of what you earned as an agent to your own account."""

    async def move(client: RiverrunClient, club: str) -> LedgerEntry:
        return await client.chips.collect(club, amount, asking.key)

    tell_entry(asking.at_club(move), as_json=asking.as_json)
