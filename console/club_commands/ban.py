"""`riverrun club ban`: letting somebody in no more."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("player")
@club_errand
def ban(asking: ClubErrand, player: str) -> None:
    """Let PLAYER, a member or, by his id, anybody else, in no more, by no code and in no open house.

    A member is out at once, whatever he holds: where he sits he is stood up after the hand in progress, and
    all his chips lie in the account in his name. `riverrun club unban` lets him ask again.
    """

    async def shut_out(client: RiverrunClient, club: str) -> None:
        await client.clubs.ban(club, await player_named(client, club, player), asking.key)

    asking.at_club(shut_out)
    asking.done(f"{player} is banned.")
