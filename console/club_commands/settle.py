"""`riverrun club settle`: closing a period."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.entries import tell_period
from console.club_desk.named import names_in
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import ClosedPeriod
from riverrun.kernel.identifiers import PlayerId


@click.command()
@click.argument("period")
@club_errand
def settle(asking: ClubErrand, period: str) -> None:
    """Close the period since the last one under the name PERIOD, such as 2026-11, and pay agents.

    A period is closed once: asked again by its name, the same lines are told again.
    """

    async def close(client: RiverrunClient, club: str) -> tuple[ClosedPeriod, dict[PlayerId, str]]:
        return await client.chips.settle(club, period, asking.key), await names_in(client, club)

    tell_period(*asking.at_club(close), as_json=asking.as_json)
