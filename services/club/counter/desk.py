"""What the servicers stand on: clubs, ledgers and the threads in which they block."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, TypeVar

import structlog
from eventsourcing.persistence import PersistenceError
from grpc import StatusCode
from grpc.aio import ServicerContext

from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.clock import Clock
from services.club.clubs.belonging import Belonging
from services.club.clubs.club import Club
from services.club.clubs.clubs import Clubs, WrittenAllTheTime
from services.club.clubs.deciding import allow
from services.club.clubs.directory import Directory
from services.club.ledger import refusals
from services.club.ledger.asked import LedgerAway
from services.club.ledger.ledger import Ledger
from services.club.ledger.ledgers import Ledgers
from services.club.tables.opening import TableOpener
from services.club.tables.taken_seats import TakenSeats

log = structlog.get_logger(__name__)

Context: TypeAlias = ServicerContext[Any, Any]
T = TypeVar("T")
AWAY = "log_away: ask again under the same id"


@dataclass(frozen=True)
class Desk:
    """One for the process."""

    clubs: Clubs
    directory: Directory
    belonging: Belonging
    ledgers: Ledgers
    opener: TableOpener
    seats: TakenSeats
    clock: Clock
    threads: Executor

    async def do(self, context: Context, work: Callable[[], T]) -> T:
        """Run what blocks. Refusals pass on; a log that is away becomes UNAVAILABLE."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        except (PersistenceError, LedgerAway, WrittenAllTheTime) as away:
            log.warning("log_away", reason=repr(away))
            await self.away(context)

    async def away(self, context: Context) -> NoReturn:
        """Say that the log does not answer."""
        await context.abort(StatusCode.UNAVAILABLE, AWAY)
        raise AssertionError("abort raises")

    def allowed(self, club: str, player: PlayerId, call: str) -> Club:
        """The club, if the player's role allows the call. Raises `UnknownClub`, `NotAllowed`."""
        found = self.clubs.show(club)
        allow(found, player, call)
        return found

    def ledger(self, club: Club) -> Ledger:
        """The club's ledger, begun if a crash came between founding the club and opening its books."""
        ledger = self.ledgers.of(club.id)
        try:
            ledger.require_open()
        except refusals.UnknownLedger:
            self.ledgers.open(club.id, club.kind, self.clock.now_ms())
        return ledger
