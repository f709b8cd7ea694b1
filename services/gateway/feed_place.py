"""How far a client has come in which feed of a table."""

from typing import Literal, NamedTuple

from services.gateway.tables import Standing


class Place(NamedTuple):
    """A channel, the feed that it carries, and the last version sent."""

    channel: Literal["public", "player"]
    feed: str
    version: int


NOWHERE = Place("public", "", 0)


SOMEWHERE = Place("public", "", -1)
"""Of a client who was sent a snapshot before, under the table's id before."""


def place_of(standing: Standing) -> Place:
    """Where a client stands who was sent all of `standing`."""
    return Place(standing.channel, standing.feed, standing.version)
