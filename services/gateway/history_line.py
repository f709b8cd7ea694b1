"""The line to the history service: what it refuses comes out as our own refusals do."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import AlbumsStub, HistoryStub, ReviewsStub
from riverrun.runtime.grpc.channel import open_channel
from services.gateway.asking import asked
from services.gateway.refusals import HistoryUnavailable

if TYPE_CHECKING:
    from riverrun.pb.history.v1.history_pb2_grpc import AlbumsAsyncStub, HistoryAsyncStub, ReviewsAsyncStub

Answer = TypeVar("Answer")

SERVICES = [service.full_name for service in pb.DESCRIPTOR.services_by_name.values()]
WITHIN_S = 8.0


class HistoryLine:
    """One channel.

    `ask` raises `HistoryUnavailable`, `BadMessage` and the service's refusals; `LookupError` for what is not
    there.
    """

    def __init__(self, target: str) -> None:
        self._channel = open_channel(target, repeatable=SERVICES)
        self.stub: HistoryAsyncStub = HistoryStub(self._channel)
        self.albums: AlbumsAsyncStub = AlbumsStub(self._channel)
        self.reviews: ReviewsAsyncStub = ReviewsStub(self._channel)

    async def ask(
        self, call: Callable[..., Awaitable[Answer]], request: Any, within_s: float = WITHIN_S
    ) -> Answer:
        """Make a call."""
        return await asked(call, request, within_s, HistoryUnavailable)

    async def close(self) -> None:
        """Hang up."""
        await self._channel.close()
