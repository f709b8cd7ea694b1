"""`riverrun club settle`: closing a period."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.entries import tell_period


@click.command()
@click.argument("period")
@club_errand
def settle(asking: ClubErrand, period: str) -> None:
    """Close the period since the last one under the name PERIOD, such as 2026-11, and pay agents.

    A period is closed once: asked again by its name, the same lines are told again.
    """
    closed = asking.at_club(lambda client, club: client.chips.settle(club, period, asking.key))
    tell_period(closed, as_json=asking.as_json)
