"""A share link's token: whose album, and a secret of which only a mark is stored."""

import hashlib
import re
from typing import NamedTuple

from riverrun.kernel.identifiers import NotAnIdentifier, PlayerId, player_id
from services.history.albums import refusals

_SECRET = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""In base 64: 128 bits and more."""


class Link(NamedTuple):
    """Where the share stands: whoever reads the log finds the mark, and cannot make the link from it."""

    player: PlayerId
    share: str


def link_in(token: str) -> Link:
    """What a token says. Raises `UnknownShare` for what is none."""
    player, _, secret = token.partition(".")
    try:
        whose = player_id(player)
    except NotAnIdentifier:
        raise refusals.UnknownShare from None
    if not _SECRET.fullmatch(secret):
        raise refusals.UnknownShare
    # The whole token, so that a secret that came to be known of one player says nothing of another.
    return Link(whose, hashlib.sha256(token.encode()).hexdigest()[:32])
