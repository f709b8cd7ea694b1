"""`riverrun club agent`: whose member one is."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("player")
@click.argument("agent", default="")
@club_errand
def agent(asking: ClubErrand, player: str, agent: str) -> None:
    """Make PLAYER the member of AGENT, who gets a share of his rake; without AGENT, nobody's."""

    async def assign(client: RiverrunClient, club: str) -> None:
        who = await player_named(client, club, player)
        whose = await player_named(client, club, agent) if agent else ""
        await client.clubs.assign_agent(club, who, whose, asking.key)

    asking.at_club(assign)
    asking.done(f"{player} is {agent or 'nobody'}'s member now.")
