"""Whether somebody may sit down and bring chips, by his own limits and all that is known of his play."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

import structlog

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId, root_of
from services.club.bouncer import rules
from services.club.bouncer.accounts_read import AccountsRead
from services.club.bouncer.earmarks import COUNTS_MS, Earmark, Earmarked, Earmarks, with_earmarks
from services.club.bouncer.rules import Played
from services.club.bouncer.seat_follower import InThread, SeatFollower
from services.club.clubs.clubs import Clubs
from services.club.identity.bouncer import GiveUp
from services.club.identity.journal import LogAway, WrittenByAnother
from services.club.identity.people import People
from services.club.identity.person import Person
from services.club.ledger.ledger_events import LedgerKind

log = structlog.get_logger(__name__)

ATTEMPTS = 8
SETTLES_MS = 2_000
"""What a ledger and the tables tell of each other may lie so far apart."""

T = TypeVar("T")


class Admitted(NamedTuple):
    """Chips of a kind; judged with what was earmarked, and with these transfers in the ledgers."""

    kind: LedgerKind
    earmarked: Earmarked
    paid: set[TransferId]


class Admission:
    """`in_thread` runs what blocks. All raise any of `bouncer.AWAY`."""

    def __init__(
        self,
        people: People,
        seats: SeatFollower,
        accounts: AccountsRead,
        earmarks: Earmarks,
        clubs: Clubs,
        in_thread: "InThread[object]",
        now_ms: Callable[[], int],
    ) -> None:
        self._people = people
        self._seats = seats
        self._accounts = accounts
        self._earmarks = earmarks
        self._clubs = clubs
        self._in_thread = in_thread
        self._now_ms = now_ms

    async def admit(
        self, player: PlayerId, amount: Chips, club: str, transfer: TransferId = ""
    ) -> Admitted | None:
        """By what he may; None where it hangs on no ledger. Asked for again, `transfer` is not counted twice.

        Raises `HeldOff`.
        """
        person, now_ms = await self._people.person(player), self._now_ms()
        if person.limit("time_day").at(now_ms):
            await self._seats.catch_up()
        if not club or not rules.limits_losses(person, now_ms):
            rules.admit(person, await self.played(person, settled=False), amount, "", now_ms)
            return None
        kind = await self._read(lambda: self._clubs.show(club).kind)
        # Before the ledgers: what counts no more by then is in them, or never will be.
        earmarked = await self._earmarks.of(player)
        played = await self.played(person, settled=False)
        paid = {one.transfer for moves in played.brought.values() for one in moves}
        on_its_way = with_earmarks(played, earmarked, {*paid, transfer}, now_ms)
        rules.admit(person, on_its_way, amount, kind, now_ms)
        return Admitted(kind, earmarked, paid)

    async def earmark(
        self, player: PlayerId, amount: Chips, club: str, table: TableId, transfer: TransferId
    ) -> GiveUp | None:
        """The same, and noted for all that is judged after it. Raises `HeldOff`, `LogAway`."""
        for _ in range(ATTEMPTS):
            admitted = await self.admit(player, amount, club, transfer)
            if admitted is None or transfer in admitted.paid:
                return None
            new = Earmark(transfer, root_of(table), admitted.kind, amount, self._now_ms() + COUNTS_MS)
            with suppress(WrittenByAnother):
                noted = await self._earmarks.note(player, admitted.earmarked, new, admitted.paid)
                # Asked for before, it may be about to be paid by another process.
                before = admitted.earmarked.has(transfer)
                return None if before else partial(self._give_up, player, noted, transfer)
        raise LogAway(f"{player} brings chips to tables all the time")

    async def _give_up(self, player: PlayerId, noted: Earmarked, transfer: TransferId) -> None:
        try:
            await self._earmarks.clear(player, noted, transfer)
        except LogAway as away:
            log.warning("earmark_stays", transfer=transfer, reason=repr(away))

    async def played(self, person: Person, *, settled: bool) -> Played:
        """What is known of his play; `settled`: without what the tables have not told yet."""
        player, now_ms = person.player, self._now_ms()
        sat = [(left.from_ms, left.at_ms) for left in self._seats.left_by(player)]
        lies_there: dict[TableId, Chips] = {}
        for table, there, sitting in self._seats.tables_of(player):
            if sitting is not None:
                sat.append((sitting.from_ms, now_ms))
                on_the_way = sum(amount for who, amount in there.reserved.values() if who == player)
                lies_there[root_of(table)] = sitting.chips + on_the_way
        if not rules.limits_losses(person, now_ms):
            return Played({}, lies_there, tuple(sat))
        moves = await self._read(lambda: self._accounts.brought(player))
        if settled:
            until_ms = self._seats.level_ms - SETTLES_MS
            known = {one.transfer for kind in moves.values() for one in kind}
            moves = {
                kind: [one for one in found if one.amount < 0 or one.at_ms <= until_ms]
                for kind, found in moves.items()
            }
            for left in self._seats.left_by(player):
                # He has stood up, and the ledger has not heard of it.
                if left.amount and left.transfer not in known:
                    table = root_of(left.table)
                    lies_there[table] = lies_there.get(table, 0) + left.amount
        return Played(moves, lies_there, tuple(sat))

    async def _read(self, work: Callable[[], T]) -> T:
        return await self._in_thread(work)  # type: ignore[return-value]
