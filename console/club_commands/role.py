"""`riverrun club role`: managers, agents, members, and who owns the club."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import ClubRole


@click.command()
@click.argument("player")
@click.argument("role", type=click.Choice(["manager", "agent", "member", "owner"]))
@club_errand
def role(asking: ClubErrand, player: str, role: ClubRole) -> None:
    """Make PLAYER a manager, an agent or a member; `owner` hands the club over, and makes you a manager."""

    async def give(client: RiverrunClient, club: str) -> None:
        await client.clubs.give_role(club, await player_named(client, club, player), role, asking.key)

    asking.at_club(give)
    asking.done(f"{player} is {'the' if role == 'owner' else 'an' if role == 'agent' else 'a'} {role} now.")
