"""A club, told: what is known to all members, and what owner and managers see besides."""

import click

from console.supervisor.log_line import printable
from console.telling.listed import tell, tell_one
from riverrun.contracts.club_messages import ShownClub


def show_club(club: ShownClub, *, as_json: bool) -> None:
    """Print it."""
    if as_json:
        tell_one(club, as_json=True)
        return
    click.echo(f"{printable(club.name)} ({club.club}), a club for {club.kind} chips; you: {club.role}")
    click.echo(f"{club.members:,} {'member' if club.members == 1 else 'members'}; owner {club.owner}")
    if club.code is not None:
        click.echo(f"Join with the code {club.code}")
    if club.bounds is not None:
        tell_one(club.bounds, as_json=False)
    if club.templates:
        click.echo("templates  " + ", ".join(printable(one.name) for one in club.templates))
    if club.tables:
        tell(club.tables, as_json=False, nothing="")
