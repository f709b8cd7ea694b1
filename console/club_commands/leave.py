"""`riverrun club leave`: being a member no more."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand


@click.command()
@club_errand
def leave(asking: ClubErrand) -> None:
    """Leave the club: with empty accounts, and no seat at its tables."""
    asking.at_club(lambda client, club: client.clubs.remove(club, client.player, asking.key))
    asking.done("You have left the club.")
