"""At the door: who sits where, who may sit beside whom, and what a person asked of the house for himself."""

import asyncio
from dataclasses import dataclass, field

import pytest
from msgspec import Raw

from riverrun.contracts.admission import AdmissionOptions, Position
from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_commands import AutoTopUp, ComeBack, JoinWaitingList, Reply, SitDown, TopUp
from riverrun.pb.identity.v1 import identity_pb2 as pb
from services.club.identity.held_off import LossLimitReached
from services.gateway.admission import Admission
from services.gateway.caller import Caller
from services.gateway.neighbours import Neighbours
from services.gateway.refusals import (
    DeviceNeeded,
    Excluded,
    NotAdmitted,
    OverOwnLimit,
    PositionNeeded,
    RefusedByTable,
    TooManySeats,
)
from services.gateway.seated import Seated
from services.gateway.standing_wishes import StandingWishes
from services.gateway.taken_tables import SEATS, TakenTables
from services.gateway.whence import Whence
from services.gateway.whereabouts import Marks, distance_m
from tests.support.clock import FakeClock

ANN, BOB, CAT = Caller("p-ann", "Ann"), Caller("p-bob", "Bob"), Caller("p-cat", "Cat")
PERSON = Caller("p-dan", "Dan", "s-1", "d-1")
HOME, NEXT_DOOR, AWAY = "198.51.100.7", "198.51.100.8", "203.0.113.5"
BANGKOK, NEARBY, CHIANG_MAI = Position(13_756, 100_502), Position(13_757, 100_502), Position(18_788, 98_985)


class MemoryBook:
    """Stands for `DoorBook`."""

    def __init__(self) -> None:
        self.entries: dict[str, tuple[bytes, int]] = {}
        self._seq = 0

    async def read(self, key: str) -> tuple[bytes, int]:
        found = self.entries.get(key, (b"", 0))
        await asyncio.sleep(0)
        return found

    async def write(self, key: str, value: bytes, expected_seq: int) -> bool:
        if self.entries.get(key, (b"", 0))[1] != expected_seq:
            return False
        self._seq += 1
        self.entries[key] = (value, self._seq)
        return True


@dataclass
class NotedTrail:
    """Stands for `Trail`."""

    keeps: bool = True
    records: list[AuditRecord] = field(default_factory=list)

    def note(self, record: AuditRecord) -> None:
        self.records.append(record)


@dataclass
class Rules:
    """Stands for the line to people's accounts."""

    rules: pb.OwnRules = field(default_factory=pb.OwnRules)
    admitted: list[tuple[int, str]] = field(default_factory=list)
    refusal: Refusal | None = None

    async def own_rules(self, request: pb.OwnRulesRequest) -> pb.OwnRules:
        return self.rules

    async def admit(self, request: pb.AdmitRequest) -> None:
        self.admitted.append((request.amount, request.club))
        if self.refusal is not None:
            raise self.refusal


class House:
    """A door, its book, and tables where people sit."""

    def __init__(self, options: AdmissionOptions | None = None, book: MemoryBook | None = None) -> None:
        self.clock = FakeClock()
        self.book = book or MemoryBook()
        self.trail = NotedTrail()
        self.line = Rules()
        self.options = options or AdmissionOptions()
        self.players: dict[str, set[str]] = {}
        self.chips: dict[str, int] = {}
        self.club = ""
        self.taken_back: list[tuple[str, str, AutoTopUp | TopUp]] = []
        seats = TakenTables(self.book, self.seated, self.clock, SEATS, 4)
        self.wishes = StandingWishes(seats, self.ask)
        neighbours = Neighbours(self.book, self.clock)
        marks = Marks(b"a key of thirty-two bytes or more")
        self.neighbours = neighbours
        self.admission = Admission(
            self.line,  # type: ignore[arg-type]  # the part of the line it asks
            self.seated,
            seats,
            neighbours,
            marks,
            self.trail,
            self.clock,
        )

    async def seated(self, table: str, caller: Caller) -> Seated:
        players = frozenset(self.players.get(table, set()))
        return Seated(players, self.options, "p-owner", self.chips, self.club)

    async def sit_down(
        self,
        caller: Caller,
        table: str = "s0-river",
        address: str = AWAY,
        device: str = "",
        place: Position | None = None,
        buy_in: int = 10_000,
    ) -> None:
        whence = Whence(address, "c1", device, place)
        await self.admission.check(caller, whence, table, SitDown(buy_in))
        self.players.setdefault(table, set()).add(caller.player)

    async def ask(self, table: str, caller: Caller, id_: str, command: AutoTopUp | TopUp) -> Raw:
        if caller.player not in self.players.get(table, set()):
            raise RefusedByTable(Reply(code="not_seated"))
        self.taken_back.append((table, caller.player, command))
        return Raw(b"null")

    async def stand_up(self, caller: Caller, table: str = "s0-river") -> None:
        self.players[table].discard(caller.player)
        await self.clock.advance(31)


SAME_ADDRESS = AdmissionOptions(refuse_same_address=True)
SAME_NETWORK = AdmissionOptions(refuse_same_network=True)
SAME_DEVICE = AdmissionOptions(refuse_same_device=True)
APART = AdmissionOptions(least_distance_m=500)


@pytest.mark.parametrize(
    ("options", "first", "second", "because"),
    [
        (SAME_ADDRESS, {"address": HOME}, {"address": HOME}, "same_address"),
        (SAME_ADDRESS, {"address": HOME}, {"address": NEXT_DOOR}, ""),
        (SAME_NETWORK, {"address": HOME}, {"address": NEXT_DOOR}, "same_network"),
        (SAME_NETWORK, {"address": HOME}, {"address": AWAY}, ""),
        (SAME_NETWORK, {"address": "2001:db8::1"}, {"address": "2001:db8::2"}, "same_network"),
        (SAME_DEVICE, {"device": "phone-1234"}, {"device": "phone-1234"}, "same_device"),
        (SAME_DEVICE, {"device": "phone-1234"}, {"device": "phone-5678"}, ""),
        (APART, {"place": BANGKOK}, {"place": NEARBY}, "too_near"),
        (APART, {"place": BANGKOK}, {"place": CHIANG_MAI}, ""),
        (AdmissionOptions(), {"address": HOME}, {"address": HOME}, ""),
    ],
)
async def test_who_comes_from_where_somebody_came_from_is_not_let_in(
    options: AdmissionOptions, first: dict[str, str], second: dict[str, str], because: str
) -> None:
    house = House(options)
    await house.sit_down(ANN, **first)  # type: ignore[arg-type]  # table of keywords

    if not because:
        await house.sit_down(BOB, **second)  # type: ignore[arg-type]
        return
    with pytest.raises(NotAdmitted) as refused:
        await house.sit_down(BOB, **second)  # type: ignore[arg-type]

    assert refused.value.details == {}
    (told,) = await house.neighbours.turned_away("s0-river")
    assert (told.player, told.because, told.beside) == ("p-bob", because, "p-ann")
    assert [one.details["because"] for one in house.trail.records] == [because]


async def test_of_two_who_come_at_once_from_one_place_one_is_let_in() -> None:
    house = House(SAME_ADDRESS)

    outcomes = await asyncio.gather(
        *(house.sit_down(one, address=HOME) for one in (ANN, BOB, CAT)), return_exceptions=True
    )

    assert sorted(type(one).__name__ for one in outcomes) == ["NoneType", "NotAdmitted", "NotAdmitted"]


async def test_who_left_stands_in_nobodys_way() -> None:
    house = House(SAME_ADDRESS)
    await house.sit_down(ANN, address=HOME)
    await house.stand_up(ANN)

    await house.sit_down(BOB, address=HOME)


async def test_a_table_that_wants_a_distance_admits_only_who_says_where_he_is() -> None:
    with pytest.raises(PositionNeeded):
        await House(APART).sit_down(ANN)


@pytest.mark.parametrize("device", ["", "short"])
async def test_who_says_not_which_device_he_plays_on_is_not_let_in_where_that_matters(
    device: str,
) -> None:
    house = House(SAME_DEVICE)

    with pytest.raises(DeviceNeeded):
        await house.sit_down(ANN, device=device)
    await House(SAME_NETWORK).sit_down(ANN, device=device)


async def test_nobody_sits_at_a_fifth_table() -> None:
    house = House()
    for number in range(4):
        await house.sit_down(ANN, f"s0-table{number}")

    with pytest.raises(TooManySeats) as refused:
        await house.sit_down(ANN, "s0-table4")
    assert refused.value.details == {"most": 4}
    await house.sit_down(BOB, "s0-table4")
    await house.stand_up(ANN, "s0-table2")

    await house.sit_down(ANN, "s0-table4")


async def test_a_player_who_takes_seats_through_many_doors_at_once_gets_four() -> None:
    book = MemoryBook()
    doors = [House(book=book) for _ in range(4)]

    outcomes = await asyncio.gather(
        *(doors[number % 4].sit_down(ANN, f"s0-table{number}") for number in range(8)), return_exceptions=True
    )

    assert sum(one is None for one in outcomes) == 4
    assert all(one is None or isinstance(one, Refusal) for one in outcomes)


async def test_sitting_down_where_one_sits_counts_once() -> None:
    house = House()
    for _ in range(6):
        await house.sit_down(ANN)


async def test_who_excluded_himself_sits_down_nowhere_and_tops_up_nowhere() -> None:
    house = House()
    house.line.rules = pb.OwnRules(excluded_until_ms=house.clock.now_ms() + 60_000)

    with pytest.raises(Excluded):
        await house.sit_down(PERSON)
    for command in (TopUp(100), ComeBack(), AutoTopUp(1_000), JoinWaitingList()):
        with pytest.raises(Excluded):
            await house.admission.check(PERSON, Whence(), "s0-river", command)
    await house.clock.advance(61)

    await house.sit_down(PERSON)


async def test_nobody_brings_more_than_he_allowed_himself() -> None:
    house = House()
    in_a_day = house.clock.now_ms() + 86_400_000
    house.line.rules = pb.OwnRules(buy_in_limit=5_000, next_buy_in_limit=0, next_limit_ms=in_a_day)

    with pytest.raises(OverOwnLimit) as refused:
        await house.sit_down(PERSON, buy_in=5_001)
    assert refused.value.details == {"limit": 5_000}
    for command in (TopUp(5_001), AutoTopUp(1_000), AutoTopUp(1_000, 6_000)):
        with pytest.raises(OverOwnLimit):
            await house.admission.check(PERSON, Whence(), "s0-river", command)
    await house.admission.check(PERSON, Whence(), "s0-river", AutoTopUp(1_000, 5_000))
    await house.sit_down(PERSON, buy_in=5_000)
    await house.clock.advance(86_401)

    await house.sit_down(PERSON, "s0-other", buy_in=50_000)


async def test_who_limits_his_losses_is_asked_about_what_he_brings_to_a_clubs_table_alone() -> None:
    house = House()
    house.line.rules = pb.OwnRules(limits=[pb.OwnLimit(limit="loss_day", value=500, next_value=500)])

    await house.sit_down(PERSON, "s0-public", buy_in=300)
    house.club = "c1"
    await house.sit_down(PERSON, "s0-clubs", buy_in=200)
    await house.admission.check(PERSON, Whence(), "s0-clubs", AutoTopUp(1_000))
    house.line.refusal = LossLimitReached(limit="loss_day", most=300, until_ms=1)

    with pytest.raises(LossLimitReached):
        await house.admission.check(PERSON, Whence(), "s0-clubs", TopUp(301))
    assert house.line.admitted == [(0, ""), (200, "c1"), (0, ""), (301, "c1")]


async def test_who_limits_nothing_is_asked_about_nothing() -> None:
    house = House()
    house.line.rules = pb.OwnRules(limits=[pb.OwnLimit(limit="loss_day")])

    await house.sit_down(PERSON)

    assert house.line.admitted == []


async def test_many_small_top_ups_bring_no_more_than_one() -> None:
    house = House()
    house.line.rules = pb.OwnRules(buy_in_limit=5_000, next_buy_in_limit=5_000)
    await house.sit_down(PERSON, buy_in=5_000)
    house.chips = {PERSON.player: 4_000}

    await house.admission.check(PERSON, Whence(), "s0-river", TopUp(1_000))
    with pytest.raises(OverOwnLimit):
        await house.admission.check(PERSON, Whence(), "s0-river", TopUp(1_001))


async def test_who_holds_himself_off_is_topped_up_at_none_of_his_tables_any_more() -> None:
    house = House()
    await house.sit_down(PERSON, "s0-one")
    await house.sit_down(PERSON, "s0-two")
    await house.sit_down(PERSON, "s0-left")
    await house.stand_up(PERSON, "s0-left")

    await house.wishes.take_back(PERSON)

    assert house.taken_back == [
        ("s0-one", PERSON.player, AutoTopUp()),
        ("s0-one", PERSON.player, TopUp(0)),
        ("s0-two", PERSON.player, AutoTopUp()),
        ("s0-two", PERSON.player, TopUp(0)),
    ]


async def test_the_book_holds_no_address_and_no_device() -> None:
    house = House(SAME_NETWORK)
    await house.sit_down(ANN, address=HOME, device="phone-1234")

    stored = b"".join(value for value, _ in house.book.entries.values())

    assert HOME.encode() not in stored
    assert b"198.51" not in stored
    assert b"phone" not in stored


def test_distances_are_those_of_the_globe() -> None:
    assert 100 < distance_m(BANGKOK, NEARBY) < 120
    assert 570_000 < distance_m(BANGKOK, CHIANG_MAI) < 590_000
    assert distance_m(Position(0, 179_999), Position(0, -179_999)) < 250
