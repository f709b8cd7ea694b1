"""Where somebody asks from: the address as the connection shows it, never as a client says it (R11.1)."""

from dataclasses import dataclass

from riverrun.contracts.admission import Position


@dataclass(frozen=True)
class Whence:
    """The address, and a name for this one connection; then what the client says of itself in greeting."""

    address: str = ""
    connection: str = ""
    device: str = ""
    place: Position | None = None
