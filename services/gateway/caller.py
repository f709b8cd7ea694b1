"""Who asks."""

from dataclasses import dataclass

from riverrun.kernel.identifiers import PlayerId


@dataclass(frozen=True)
class Caller:
    """A player whose token was verified, under the name that tables show."""

    player: PlayerId
    name: str
