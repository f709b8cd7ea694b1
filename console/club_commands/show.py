"""`riverrun club show`: a club as one may see it."""

import click

from console.club_desk.club_errand import ClubErrand, club_look
from console.club_desk.shown_club import show_club


@click.command()
@club_look
def show(asking: ClubErrand) -> None:
    """Show a club: owner and managers see its code, bounds and templates too."""
    show_club(asking.at_club(lambda client, club: client.clubs.show(club)), as_json=asking.as_json)
