"""`riverrun club bounds`: how large a club and its tables may be."""

from typing import get_args

import click
import msgspec

from console.club_desk.amounts import CHIPS
from console.club_desk.club_errand import ClubErrand, club_errand
from console.telling.listed import tell_one
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import ClubBounds, Spectators

_HELP = "0: no bound of the club's own."


@click.command()
@click.option("--members", type=click.IntRange(min=0), help=f"Members at most. {_HELP}")
@click.option("--tables", type=click.IntRange(min=0), help=f"Open tables at most. {_HELP}")
@click.option("--big-blind", type=CHIPS, help=f"The highest big blind of a table. {_HELP}")
@click.option("--buy-in", type=CHIPS, help=f"The highest buy-in of a table. {_HELP}")
@click.option("--insurance", type=CHIPS, help=f"How far below zero the insurance account may come. {_HELP}")
@click.option(
    "--open-house/--no-open-house",
    default=None,
    help="Of a play club: whoever sits down is a member, and is granted the chips he lacks.",
)
@click.option(
    "--spectators",
    type=click.Choice(get_args(Spectators)),
    help="Who sees the club's tables and may watch them; those of an open house all see.",
)
@club_errand
def bounds(asking: ClubErrand, /, **wanted: int | bool | str | None) -> None:
    """Show the club's bounds, or change those that are named; the others stay."""
    changes = {name: value for name, value in wanted.items() if value is not None}

    async def change(client: RiverrunClient, club: str) -> ClubBounds:
        known = (await client.clubs.show(club)).bounds
        bounds = msgspec.structs.replace(known or ClubBounds(), **changes)
        if changes:
            await client.clubs.set_bounds(club, bounds, asking.key)
        return bounds

    tell_one(asking.at_club(change), as_json=asking.as_json)
