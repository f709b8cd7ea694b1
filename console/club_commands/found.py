"""`riverrun club found`: a club of one's own."""

import click

from console.account.errand import Errand
from console.account.errand_options import errand_with
from console.club_desk.shown_club import show_club
from console.club_desk.words import club_words
from riverrun.contracts.club_messages import ClubKind


@click.command()
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(["play", "real"]),
    default="play",
    show_default=True,
    help="`play`: the owner grants chips; `real`: two persons book what was paid in.",
)
@errand_with(club_words)
def found(asking: Errand, name: str, kind: ClubKind) -> None:
    """Found the club NAME, and own it."""
    show_club(asking.do(lambda client: client.clubs.found(name, kind, asking.key)), as_json=asking.as_json)
