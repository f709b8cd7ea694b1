"""`riverrun club join`: asking to be let in."""

import click

from console.account.errand import Errand
from console.account.errand_options import errand_with
from console.club_desk.words import club_words


@click.command()
@click.argument("code")
@errand_with(club_words)
def join(asking: Errand, code: str) -> None:
    """Ask to be let into the club that CODE is for; its owner or a manager answers."""
    asking.do(lambda client: client.clubs.ask_to_join(code, asking.key))
    asking.done("You have asked. `riverrun club mine` lists the club once you are let in.")
