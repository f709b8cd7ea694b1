"""Who asks."""

from dataclasses import dataclass

from aiohttp import web

from riverrun.kernel.identifiers import PlayerId


@dataclass(frozen=True)
class Caller:
    """A player whose token was verified, under the name that tables show; a guest has no session."""

    player: PlayerId
    name: str
    session: str = ""
    device: str = ""


CALLER = web.RequestKey("caller", Caller)
"""Who asks over plain HTTP, once that is known."""
