"""How many tables a player opens for himself."""

import pytest

from riverrun.contracts.admission import AdmissionOptions
from riverrun.contracts.refusals import UnknownTable
from services.gateway.caller import Caller
from services.gateway.refusals import TableUnavailable, TooManyOpenTables
from services.gateway.seated import Seated
from services.gateway.taken_tables import OPENED, TakenTables
from tests.support.clock import FakeClock
from tests.unit.gateway.test_admission import MemoryBook

ANN, BOB = Caller("p-ann", "Ann"), Caller("p-bob", "Bob")


class House:
    """A door at which three tables may be open for each."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.away: set[str] = set()
        self.closed: set[str] = set()
        self.unknown: set[str] = set()
        self.open_tables = TakenTables(MemoryBook(), self.seated, self.clock, OPENED, 3)

    async def seated(self, table: str, caller: Caller) -> Seated:
        if table in self.away:
            raise TableUnavailable
        if table in self.unknown:
            raise UnknownTable
        closed = "owner" if table in self.closed else ""
        return Seated(frozenset(), AdmissionOptions(), caller.player, closed=closed)


async def with_three() -> House:
    house = House()
    for number in range(3):
        await house.open_tables.take(ANN, f"s0-{number}")
    await house.clock.advance(31)
    return house


async def test_nobody_has_a_fourth_table_of_his_own_open() -> None:
    house = await with_three()

    with pytest.raises(TooManyOpenTables) as refused:
        await house.open_tables.take(ANN, "s0-3")

    assert refused.value.details == {"most": 3}
    await house.open_tables.take(BOB, "s0-3")


async def test_a_table_opened_twice_under_one_key_counts_once() -> None:
    house = await with_three()

    await house.open_tables.take(ANN, "s0-2")


@pytest.mark.parametrize("gone", ["closed", "unknown"])
async def test_a_table_that_is_no_more_counts_no_more(gone: str) -> None:
    house = await with_three()
    getattr(house, gone).add("s0-1")

    await house.open_tables.take(ANN, "s0-3")


async def test_a_table_that_is_silent_counts() -> None:
    house = await with_three()
    house.away.add("s0-1")

    with pytest.raises(TooManyOpenTables):
        await house.open_tables.take(ANN, "s0-3")
