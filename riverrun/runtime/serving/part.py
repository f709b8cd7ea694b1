"""What a service is made of, seen from the process that runs it."""

from collections.abc import Mapping
from typing import Protocol


class Part(Protocol):
    """What a process starts before it is ready: a connection, a server, a projector."""

    async def start(self) -> Mapping[str, str]:
        """Be able to work; say what the ready line shall tell of it, such as an address."""

    async def drain(self) -> None:
        """Take no new work and tell so; go on with what was begun."""

    async def stop(self) -> None:
        """End; called once after `drain`, also when `start` failed or was cut short."""
