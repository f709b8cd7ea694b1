"""`riverrun club unban`: letting who was banned ask again."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("player")
@club_errand
def unban(asking: ClubErrand, player: str) -> None:
    """Let PLAYER ask to join again; `riverrun club members` lists who is banned."""

    async def let_ask(client: RiverrunClient, club: str) -> None:
        await client.clubs.lift_ban(club, await player_named(client, club, player), asking.key)

    asking.at_club(let_ask)
    asking.done(f"{player} may ask to join again.")
