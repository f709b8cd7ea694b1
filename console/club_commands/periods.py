"""`riverrun club periods`: what was settled."""

import click

from console.club_desk.club_errand import ClubErrand, club_look
from console.club_desk.entries import tell_period
from console.club_desk.named import names_in
from console.telling.listed import tell
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import ClosedPeriod, ListedPeriod
from riverrun.kernel.identifiers import PlayerId


@click.command()
@click.argument("period", default="")
@club_look
def periods(asking: ClubErrand, period: str) -> None:
    """List the closed periods, or the lines of the one that is named; an agent sees his members' lines."""

    async def read_one(client: RiverrunClient, club: str) -> tuple[ClosedPeriod, dict[PlayerId, str]]:
        return await client.chips.settlement(club, period), await names_in(client, club)

    if period:
        tell_period(*asking.at_club(read_one), as_json=asking.as_json)
        return

    async def read(client: RiverrunClient, club: str) -> list[ListedPeriod]:
        return [one async for one in client.chips.periods(club)]

    tell(asking.at_club(read), as_json=asking.as_json, nothing="No period is closed yet.")
