"""`riverrun club remove`: having a member go."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("player")
@club_errand
def remove(asking: ClubErrand, player: str) -> None:
    """Have a member with empty accounts go.

    Where he sits he is stood up after the hand in progress, and his chips come home to the account in his
    name: `riverrun club accounts` lists it, `take-back` takes it.
    """

    async def have_go(client: RiverrunClient, club: str) -> None:
        await client.clubs.remove(club, await player_named(client, club, player), asking.key)

    asking.at_club(have_go)
    asking.done(f"{player} is no member any more.")
