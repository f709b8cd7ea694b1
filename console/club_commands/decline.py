"""`riverrun club decline`: the answer to who asks to join."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("player")
@club_errand
def decline(asking: ClubErrand, player: str) -> None:
    """Do not let in who asks to join."""

    async def answer(client: RiverrunClient, club: str) -> None:
        who = await player_named(client, club, player)
        await client.clubs.answer(club, who, admit=False, key=asking.key)

    asking.at_club(answer)
    asking.done(f"{player} is not let in.")
