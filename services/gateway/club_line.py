"""The line to clubs and ledgers: what they refuse comes out as our own refusals do."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub, LedgerStub
from riverrun.runtime.grpc.channel import open_channel
from services.gateway.asking import asked
from services.gateway.refusals import AccountsUnavailable

if TYPE_CHECKING:
    from riverrun.pb.club.v1.club_pb2_grpc import ClubsAsyncStub, LedgerAsyncStub

Answer = TypeVar("Answer")

SERVICES = [service.full_name for service in pb.DESCRIPTOR.services_by_name.values()]
"""Every call may be made twice: each carries its id."""
WITHIN_S = 12.0
"""A table that is opened may have to be taken over first."""
LOOKED_UP_WITHIN_S = 5.0
"""Who may see what: a question ahead of the one that was asked, and to be answered from memory."""


class ClubLine:
    """One channel. Both ways to ask raise `AccountsUnavailable`, `BadMessage` and the service's refusals."""

    def __init__(self, target: str) -> None:
        self._channel = open_channel(target, repeatable=SERVICES)
        self.clubs: ClubsAsyncStub = ClubsStub(self._channel)
        self.ledger: LedgerAsyncStub = LedgerStub(self._channel)

    async def ask(self, call: Callable[..., Awaitable[Answer]], request: Any) -> Answer:
        """Make a call."""
        return await asked(call, request, WITHIN_S, AccountsUnavailable)

    async def look_up(self, call: Callable[..., Awaitable[Answer]], request: Any) -> Answer:
        """Make a call that nobody is to wait for long behind."""
        return await asked(call, request, LOOKED_UP_WITHIN_S, AccountsUnavailable)

    async def close(self) -> None:
        """Hang up."""
        await self._channel.close()
