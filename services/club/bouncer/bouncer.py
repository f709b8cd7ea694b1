"""Lets in who may come in, and has those leave who may not stay: over all tables, whoever hosts them.

Nothing is remembered of what was ordered. Who should not sit where he sits is found again and again, until he
sits there no more: so no crash, of ours or of a table's, loses an order.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import nats.errors
import structlog
from eventsourcing.persistence import PersistenceError

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from riverrun.runtime.nats.answers import ApiRefused
from services.club.bouncer import rules
from services.club.bouncer.admission import Admission
from services.club.bouncer.former_members import former_members, strangers
from services.club.bouncer.orders import Orders
from services.club.bouncer.seat_follower import InThread, SeatFollower
from services.club.clubs.clubs import Clubs
from services.club.clubs.directory import Directory
from services.club.identity.bouncer import GiveUp
from services.club.identity.counted import Counted
from services.club.identity.journal import LogAway
from services.club.identity.people import People
from services.club.identity.restrained import NotedPeople
from services.club.ledger.asked import LedgerAway

log = structlog.get_logger(__name__)

AWAY = (nats.errors.Error, OSError, TimeoutError, ApiRefused, PersistenceError, LogAway, LedgerAway)
"""What passes."""

SEES_TO_WITHIN_S = 3.0

T = TypeVar("T")


class TableBouncer:
    """See `identity.bouncer.Bouncer`. `in_thread` runs what blocks."""

    def __init__(
        self,
        people: People,
        restrained: NotedPeople,
        seats: SeatFollower,
        admission: Admission,
        clubs: Clubs,
        directory: Directory,
        orders: Orders,
        in_thread: "InThread[object]",
        now_ms: Callable[[], int],
    ) -> None:
        self._people = people
        self._restrained = restrained
        self._seats = seats
        self._admission = admission
        self._clubs = clubs
        self._directory = directory
        self._orders = orders
        self._in_thread = in_thread
        self._now_ms = now_ms

    async def standing(self, player: PlayerId) -> Sequence[Counted]:
        """How much of his limits a person has used up. Raises `LogAway`."""
        return await _or_away(self._standing(player))

    async def admit(self, player: PlayerId, amount: Chips, club: str) -> None:
        """Whether he may sit down or bring so many of a club's chips. Raises `HeldOff`, `LogAway`."""
        await _or_away(self._admission.admit(player, amount, club))

    async def earmark(
        self, player: PlayerId, amount: Chips, club: str, table: TableId, transfer: TransferId
    ) -> GiveUp | None:
        """See `identity.bouncer.Bouncer`. Raises `HeldOff`, `LogAway`."""
        return await _or_away(self._admission.earmark(player, amount, club, table, transfer))

    async def see_to(self, player: PlayerId) -> None:
        """He has held himself off just now: where he sits, the tables are told before he is answered."""
        try:
            async with asyncio.timeout(SEES_TO_WITHIN_S):
                await self._seats.catch_up()
                await self._look_at(player)
        except AWAY as away:
            log.warning("seen_to_later", reason=repr(away))

    async def look(self) -> None:
        """Have everybody leave who may not stay. Raises any of `AWAY`."""
        await self._restrained.catch_up()
        for player in self._restrained.found & self._seats.everybody():
            await self._look_at(player)
        await self._read(self._directory.catch_up)
        seeming = strangers(self._directory, self._seats.at_clubs())
        if seeming:
            for one in await self._read(lambda: former_members(self._clubs, seeming)):
                await self._orders.tell(one.table, one.player, "not_a_member")

    async def _look_at(self, player: PlayerId) -> None:
        tables = [table for table, _, _ in self._seats.tables_of(player)]
        if not tables:
            return
        person = await self._people.person(player)
        why = rules.why_leaving(person, await self._admission.played(person, settled=True), self._now_ms())
        if why is not None:
            await self._dismiss(player, tables, why)

    async def _dismiss(self, player: PlayerId, tables: Sequence[TableId], why: str) -> None:
        await asyncio.gather(*(self._orders.tell(table, player, why) for table in tables))

    async def _standing(self, player: PlayerId) -> Sequence[Counted]:
        person = await self._people.person(player)
        return rules.counted(person, await self._admission.played(person, settled=True), self._now_ms())

    async def _read(self, work: Callable[[], T]) -> T:
        return await self._in_thread(work)  # type: ignore[return-value]


async def _or_away(asked: Awaitable[T]) -> T:
    try:
        return await asked
    except AWAY as away:
        raise LogAway(repr(away)) from away
