"""The way to the tables for one bot: a port, which the public client fits."""

from types import TracebackType
from typing import Protocol, Self

from riverrun.contracts.rest_messages import Guest
from riverrun.kernel.identifiers import TableId
from services.bots.placement import Lobby
from services.bots.visit import Seat


class Entered(Protocol):
    """What is left again in order."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Watched(Entered, Seat, Protocol):
    """A table while it is watched."""


class Door(Entered, Lobby, Protocol):
    """`RiverrunClient` as a bot uses it."""

    async def login_guest(self, name: str) -> Guest: ...

    async def watch(self, table: TableId) -> Watched: ...


class Connect(Protocol):
    """Makes a door for who the token proves; for nobody yet where it is empty."""

    def __call__(self, *, token: str) -> Door: ...
