"""`riverrun club code`: a new code to join by."""

import click

from console.club_desk.club_errand import ClubErrand, club_errand
from console.club_desk.shown_club import show_club


@click.command()
@club_errand
def code(asking: ClubErrand) -> None:
    """Have a new code to join by; the one before is good for nothing then."""
    changed = asking.at_club(lambda client, club: client.clubs.new_code(club, asking.key))
    show_club(changed, as_json=asking.as_json)
