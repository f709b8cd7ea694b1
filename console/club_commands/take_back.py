"""`riverrun club take-back`: chips from a member of a play club."""

import click

from console.club_desk.amounts import AMOUNT, note_option
from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.entries import tell_entry
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import LedgerEntry


@click.command("take-back")
@click.argument("player")
@click.argument("amount", type=AMOUNT)
@note_option
@club_errand
def take_back(asking: ClubErrand, player: str, amount: int, note: str) -> None:
    """Take so many chips of PLAYER back, with a reason that stands in the statement."""

    async def move(client: RiverrunClient, club: str) -> LedgerEntry:
        who = await player_named(client, club, player)
        return await client.chips.take_back(club, who, amount, note, asking.key)

    tell_entry(asking.at_club(move), as_json=asking.as_json)
