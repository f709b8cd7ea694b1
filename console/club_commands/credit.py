"""`riverrun club credit`: how far below zero a member's account may go."""

import click

from console.club_desk.amounts import CHIPS, note_option
from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("player")
@click.argument("chips", type=CHIPS)
@note_option
@club_errand
def credit(asking: ClubErrand, player: str, chips: int, note: str) -> None:
    """Let PLAYER's account go so many CHIPS below zero; 0 ends it."""

    async def lend(client: RiverrunClient, club: str) -> None:
        who = await player_named(client, club, player)
        await client.chips.set_credit(club, who, -chips, note, asking.key)

    asking.at_club(lend)
    asking.done(f"{player}'s account may go {chips:,} below zero." if chips else f"{player} has no credit.")
