"""Where somebody asks from: what the connection itself shows, never what a client says (R11.1)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Whence:
    """The address, and a name for this one connection."""

    address: str = ""
    connection: str = ""
