"""The tables' log has lost its end, the club's place has not: that is noticed, told, and gone on from."""

from collections.abc import Callable
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking

from riverrun.contracts.table_events import BuyInConfirmed, PlayerStoodUp
from riverrun.kernel.identifiers import TableId
from services.club.ledger import moving
from services.club.ledger.accounts import at_table, member
from services.club.tables import following, metrics
from services.club.tables.following import TableFollower
from services.club.tables.landmarks import Landmarks
from services.club.tables.places import Places, name_of
from services.club.tables.tables_log import LogCutShort, TablesLog
from tests.support.cut_log import CutLog
from tests.support.shared_log import SharedLog

CLUB, TABLE = "c1", "s0-rhine"


class Kept:
    """Stands for the recorders of places and of landmarks."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.landmarks: list[StoredEvent] = []

    def max_tracking_id(self, name: str) -> int | None:
        return self.places.get(name)

    def insert_tracking(self, tracking: Tracking) -> None:
        if self.places.get(tracking.application_name, -1) >= tracking.notification_id:
            raise IntegrityError
        self.places[tracking.application_name] = tracking.notification_id

    def insert_events(self, events: list[StoredEvent]) -> None:
        self.landmarks = events

    def select_events(self, _name: str, **_: Any) -> list[StoredEvent]:
        return self.landmarks


class Directory:
    """One club, whose all tables are."""

    def catch_up(self) -> None:
        """Nothing is behind."""

    def club_of(self, _table: TableId) -> str:
        return CLUB


async def at_once(work: Callable[[], Any]) -> Any:
    return work()


class House:
    """Ann has 500 on their way to the table; processes follow it one after the other."""

    def __init__(self) -> None:
        self.log, self.kept, self.chips = CutLog(), Kept(), SharedLog()
        self.ledgers = self.chips.process()
        self.ledgers.open(CLUB, "play", 0)
        granted = moving.grant(self.chips.ledger(CLUB).books, "g1", "ann", 500, "own", "welcome")
        for move in (granted, moving.buy_in("b1", "ann", TABLE, 500)):
            self.ledgers.move(CLUB, move, 0)
        self.told_before = metrics.CUT_SHORT._value.get()

    def process(self) -> TableFollower:
        api: Any = self.log
        kept: Any = self.kept
        nothing: Any = Directory()
        in_thread: Any = at_once
        return TableFollower(
            TablesLog(api),
            nothing,
            nothing,
            self.chips.process(),
            Places(kept),
            Landmarks(kept),
            in_thread,
            lambda: 60_000 * len(self.log.messages),
        )

    async def followed_by(self, process: TableFollower) -> None:
        """As `run` does, until there is nothing more."""
        for _ in range(3):
            try:
                if process.place < 0:
                    await process._begin()
                while await process.step():
                    pass
            except LogCutShort:
                metrics.CUT_SHORT.inc()
                process._forget()

    def seated(self) -> None:
        self.log.tell(TABLE, BuyInConfirmed("b1", 1, 500))

    def brought_home(self, transfer: str, amount: int) -> None:
        self.log.tell(TABLE, PlayerStoodUp(1, "ann", transfer, amount))

    def balance(self, account: str) -> int:
        return self.ledgers.of(CLUB).read(lambda books: books.balance(account))

    @property
    def told(self) -> int:
        return int(metrics.CUT_SHORT._value.get() - self.told_before)

    @property
    def place(self) -> int:
        return Places(self.kept).stored()  # type: ignore[arg-type]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(following, "REMEMBERS_EVERY_S", 0.0)
    return House()


@pytest.mark.parametrize("lives_on", [True, False])
@pytest.mark.parametrize("grown", [0, 1, 9])
async def test_what_is_written_in_place_of_a_lost_end_is_brought_over(
    house: House, grown: int, lives_on: bool
) -> None:
    process = house.process()
    house.seated()
    await house.followed_by(process)
    house.brought_home("lost-1", 10)
    house.brought_home("lost-2", 10)
    await house.followed_by(process)
    assert (house.place, house.told) == (3, 0)

    house.log.lose_behind(1)
    for number in range(grown):
        house.brought_home(f"home-{number}", 1)
    process = process if lives_on else house.process()
    await house.followed_by(process)

    assert house.told >= 1
    assert house.balance(member("ann")) == 20 + grown
    assert house.balance(at_table(TABLE)) == 480 - grown
    assert process.place == house.place == 1 + grown
    told = house.told
    await house.followed_by(house.process())
    house.brought_home("later", 1)
    await house.followed_by(process)
    assert (house.told, house.balance(member("ann"))) == (told, 21 + grown)


async def test_a_process_that_begins_as_ever_tells_nothing(house: House) -> None:
    house.seated()
    await house.followed_by(house.process())
    house.brought_home("home", 10)
    await house.followed_by(house.process())

    assert (house.told, house.place, house.balance(member("ann"))) == (0, 2, 10)
    assert list(house.kept.places) == [name_of(1)]


async def test_a_place_of_an_older_release_beyond_the_end_is_noticed_too(house: House) -> None:
    house.seated()
    house.kept.places[name_of(1)] = 7
    await house.followed_by(house.process())

    assert (house.told, house.place, house.balance(at_table(TABLE))) == (1, 1, 500)


async def test_a_ledgers_log_that_lost_its_end_is_given_again_what_it_lost(house: House) -> None:
    process = house.process()
    house.seated()
    await house.followed_by(process)
    house.brought_home("home-1", 10)
    await house.followed_by(process)

    del house.chips.events[-1]
    house.kept.places[name_of(1)] = 1
    house.ledgers = house.chips.process()
    process._ledgers = house.chips.process()  # whose books are read anew once their fence breaks
    house.brought_home("home-2", 10)
    await house.followed_by(process)

    assert house.told == 1
    assert house.balance(member("ann")) == 20
