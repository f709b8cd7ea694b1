"""`riverrun club terms`: what an agent gets."""

import click

from console.club_desk.amounts import PER_CENT
from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.named import player_named
from riverrun.client import RiverrunClient


@click.command()
@click.argument("agent")
@click.argument("share", type=PER_CENT)
@club_errand
def terms(asking: ClubErrand, agent: str, share: int) -> None:
    """Give AGENT so much of his members' rake, from the next settlement on: `25%`, `12.5%`."""

    async def promise(client: RiverrunClient, club: str) -> None:
        await client.clubs.set_terms(club, await player_named(client, club, agent), share, asking.key)

    asking.at_club(promise)
    asking.done(f"{agent} gets {share / 100:g} % of his members' rake.")
