"""`riverrun club mine`: the clubs one belongs to."""

import click
import msgspec

from console.account.errand import Errand
from console.account.errand_options import looks_with
from console.club_desk.words import club_words
from console.telling.listed import tell


class OwnClub(msgspec.Struct, frozen=True):
    """A club in a line."""

    club: str
    name: str
    kind: str
    role: str
    members: int
    tables: int


@click.command()
@looks_with(club_words)
def mine(asking: Errand) -> None:
    """List the clubs you belong to."""
    found = asking.do(lambda client: client.clubs.mine())
    listed = [
        OwnClub(one.club, one.name, one.kind, one.role or "", one.members, sum(t.is_open for t in one.tables))
        for one in found
    ]
    tell(listed, as_json=asking.as_json, nothing="You belong to no club: `riverrun club found NAME`.")
