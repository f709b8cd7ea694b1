"""Looking round: who has to leave is told to his tables, again and again, until he sits there no more."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInReserved,
    HandEnded,
    PlayerSatDown,
    PlayerStoodUp,
    TableOpened,
    WaitingListJoined,
)
from riverrun.kernel.identifiers import PlayerId, TableId
from services.club.bouncer.admission import Admission
from services.club.bouncer.bouncer import TableBouncer
from services.club.bouncer.earmarks import Earmarks
from services.club.bouncer.losses import Brought
from services.club.bouncer.seatings import Left, Sitting, SlotSeatings, TableSeats
from services.club.clubs.refusals import UnknownClub
from services.club.identity import decide
from services.club.identity.decide import DAY_MS
from services.club.identity.held_off import LossLimitReached, TimeLimitReached
from services.club.identity.person import Person, evolve_all
from services.club.identity.person_events import OwnLimit, PasswordSet
from services.club.ledger.ledger_events import LedgerKind
from tests.support.people import MemoryJournal

NOON = 1_794_398_400_000
"""2026-11-11 12:00 in UTC."""
MINUTE_MS = 60_000
RIVER, PUBLIC, LOST = "s0-river", "s0-public", "s0-lost"
NO_CLUB = "c-nowhere"


class Members:
    """Stands for the directory."""

    def __init__(self, *members: PlayerId) -> None:
        self._members = members

    def catch_up(self) -> None:
        """Nothing is behind."""

    def is_member(self, _club: str, player: PlayerId) -> bool:
        return player in self._members


class House:
    """Stands for all that a bouncer asks: people, seats, accounts, clubs; hears what it orders."""

    def __init__(self) -> None:
        self.now_ms = NOON
        self.slot = SlotSeatings()
        self.found: set[PlayerId] = set()
        self.persons: dict[PlayerId, Person] = {}
        self.moves: dict[LedgerKind, list[Brought]] = {}
        self.told: list[tuple[TableId, PlayerId, str]] = []
        self.members = ("ann", "bob")
        self.banned: tuple[PlayerId, ...] = ()
        self.kind = "real"
        self.limits = self
        self.open_house = False
        me: Any = self
        members: Any = Members(*self.members)
        self.bouncer = TableBouncer(
            people=me,
            restrained=me,
            seats=me,
            admission=self.admission(MemoryJournal()),
            clubs=me,
            directory=members,
            orders=me,
            in_thread=me.at_once,
            now_ms=lambda: self.now_ms,
        )
        for table, club in ((RIVER, "c1"), (PUBLIC, "")):
            self.slot.take(table, TableOpened(table, TableConfig(club=club), "owner"), NOON)

    def admission(self, journal: MemoryJournal) -> Admission:
        """A process's."""
        me: Any = self
        return Admission(
            people=me,
            seats=me,
            accounts=me,
            earmarks=Earmarks(journal, lambda: self.now_ms),
            clubs=me,
            in_thread=me.at_once,
            now_ms=lambda: self.now_ms,
        )

    async def at_once(self, work: Callable[[], Any]) -> Any:
        return work()

    # -- what happened

    def sits_down(self, player: PlayerId, table: TableId = RIVER, stack: int = 500) -> None:
        seat = len(self.slot.tables[table].seats) + 1
        transfer = f"{table}.t{seat}"
        self.slot.take(table, PlayerSatDown(seat, player, player), self.now_ms)
        self.slot.take(table, BuyInReserved(transfer, seat, player, stack), self.now_ms)
        self.slot.take(table, BuyInConfirmed(transfer, seat, stack), self.now_ms)
        if table == RIVER:
            self.moves.setdefault("real", []).append(Brought(transfer, table, stack, self.now_ms))

    def limits_himself(self, player: PlayerId, limit: OwnLimit, value: int) -> None:
        begun = decide.register(Person(player), "c", b"", PasswordSet(b""), NOON)
        person = self.persons.get(player) or evolve_all(Person(player), begun)
        chosen = decide.choose_limit(person, limit, value, self.now_ms, DAY_MS)
        self.persons[player] = evolve_all(person, chosen)
        self.found.add(player)

    # -- what a bouncer asks

    async def person(self, player: PlayerId) -> Person:
        return self.persons.get(player, Person(player))

    async def catch_up(self) -> None:
        """Nothing is behind."""

    @property
    def level_ms(self) -> int:
        return self.now_ms

    def everybody(self) -> set[PlayerId]:
        return {one.player for there in self.slot.tables.values() for one in there.seats.values()}

    def tables_of(self, player: PlayerId) -> list[tuple[TableId, TableSeats, Sitting | None]]:
        return list(self.slot.of(player))

    def left_by(self, player: PlayerId) -> list[Left]:
        return [left for left in self.slot.left if left.player == player]

    def at_clubs(self) -> Iterator[tuple[TableId, TableSeats]]:
        return iter([(table, there) for table, there in self.slot.tables.items() if there.club])

    def brought(self, _player: PlayerId) -> Mapping[LedgerKind, Sequence[Brought]]:
        return self.moves

    def show(self, club: str) -> "House":
        if club == NO_CLUB:
            raise UnknownClub
        return self

    async def tell(self, table: TableId, player: PlayerId, reason: str) -> bool:
        self.told.append((table, player, reason))
        return True


@pytest.fixture
def house() -> House:
    return House()


async def test_whose_time_is_up_leaves_all_his_tables_clubs_or_not(house: House) -> None:
    house.limits_himself("ann", "time_day", 30)
    house.sits_down("ann")
    house.sits_down("ann", PUBLIC)
    house.sits_down("bob")
    house.now_ms += 29 * MINUTE_MS
    await house.bouncer.look()
    assert house.told == []

    house.now_ms += MINUTE_MS
    await house.bouncer.look()
    await house.bouncer.look()

    leaves = [(RIVER, "ann", "time_limit_reached"), (PUBLIC, "ann", "time_limit_reached")]
    assert house.told == leaves * 2
    with pytest.raises(TimeLimitReached):
        await house.bouncer.admit("ann", 0, "")


async def test_who_has_lost_what_he_allowed_himself_leaves_after_the_hand(house: House) -> None:
    house.sits_down("ann")
    house.now_ms += MINUTE_MS
    house.limits_himself("ann", "loss_day", 200)
    house.slot.take(RIVER, HandEnded("showdown", ((1, 301),), NOON, NOON), house.now_ms)
    await house.bouncer.look()
    assert house.told == []

    house.slot.take(RIVER, HandEnded("showdown", ((1, 300),), NOON, NOON), house.now_ms)
    await house.bouncer.look()

    assert house.told == [(RIVER, "ann", "loss_limit_reached")]
    (counted,) = [one for one in await house.bouncer.standing("ann") if one.kind == "real"]
    assert (counted.used, counted.value) == (200, 200)


async def test_chips_on_their_way_to_a_table_or_home_are_not_lost(house: House) -> None:
    house.limits_himself("ann", "loss_day", 500)
    house.sits_down("ann")
    await house.bouncer.look()
    house.now_ms += MINUTE_MS
    house.slot.take(RIVER, PlayerStoodUp(1, "ann", "home", 500), house.now_ms)
    house.sits_down("ann", PUBLIC)
    await house.bouncer.look()

    assert house.told == []


async def test_no_buy_in_lets_a_player_lose_more_than_he_allowed_himself(house: House) -> None:
    house.limits_himself("ann", "loss_day", 800)
    house.sits_down("ann")

    await house.bouncer.admit("ann", 300, "c1")
    with pytest.raises(LossLimitReached):
        await house.bouncer.admit("ann", 301, "c1")
    await house.bouncer.admit("bob", 10_000, "c1")


async def test_who_is_removed_from_the_club_leaves_its_tables_and_its_waiting_lists(house: House) -> None:
    house.sits_down("ann")
    house.sits_down("cat")
    house.sits_down("cat", PUBLIC)
    house.slot.take(RIVER, WaitingListJoined("dot", "Dot"), NOON)

    await house.bouncer.look()

    assert house.told == [(RIVER, "cat", "not_a_member"), (RIVER, "dot", "not_a_member")]


async def test_a_table_whose_club_is_nowhere_keeps_nobody_from_seeing_to_others(house: House) -> None:
    # The refusal ended the club's process, and each that came after it.
    house.slot.take(LOST, TableOpened(LOST, TableConfig(club=NO_CLUB), "owner"), NOON)
    house.sits_down("cat", LOST)
    house.sits_down("cat")

    await house.bouncer.look()

    assert house.told == [(RIVER, "cat", "not_a_member")]


async def test_an_open_house_lets_everybody_wait_for_a_seat(house: House) -> None:
    house.open_house = True
    house.slot.take(RIVER, WaitingListJoined("dot", "Dot"), NOON)

    await house.bouncer.look()

    assert house.told == []
