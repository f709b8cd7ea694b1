"""Who asks."""

from dataclasses import dataclass

from riverrun.kernel.identifiers import PlayerId


@dataclass(frozen=True)
class Caller:
    """A player whose token was verified, under the name that tables show; a guest has no session."""

    player: PlayerId
    name: str
    session: str = ""
    device: str = ""
