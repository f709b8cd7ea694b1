"""A loss limit holds over all clubs, whichever processes are asked: what is on its way is judged with."""

import asyncio
from dataclasses import dataclass

import pytest

from services.club.bouncer.admission import Admission
from services.club.bouncer.earmarks import COUNTS_MS
from services.club.bouncer.losses import Brought
from services.club.identity.bouncer import GiveUp
from services.club.identity.held_off import LossLimitReached
from tests.support.people import MemoryJournal
from tests.unit.bouncer.test_bouncer import House

RHINE, ELBE = ("c1", "s0-rhine"), ("c2", "s0-elbe")


@dataclass
class Processes:
    """Two that know the same people, ledgers and log; Ann may lose 1,000 a day."""

    house: House
    one: Admission
    other: Admission

    def pays(self, transfer: str, table: str, amount: int) -> None:
        moved = Brought(transfer, table, amount, self.house.now_ms)
        self.house.moves.setdefault("real", []).append(moved)


@pytest.fixture
def processes() -> Processes:
    house, journal = House(), MemoryJournal()
    house.limits_himself("ann", "loss_day", 1_000)
    return Processes(house, house.admission(journal), house.admission(journal))


async def ask(process: Admission, at: tuple[str, str], transfer: str, amount: int) -> GiveUp | None:
    club, table = at
    return await process.earmark("ann", amount, club, table, transfer)


async def test_of_two_buy_ins_at_two_clubs_at_once_the_second_is_judged_with_the_first(
    processes: Processes,
) -> None:
    both = await asyncio.gather(
        ask(processes.one, RHINE, "s0-rhine.b1", 700),
        ask(processes.other, ELBE, "s0-elbe.b1", 700),
        return_exceptions=True,
    )

    (refused,) = [one for one in both if isinstance(one, BaseException)]
    assert isinstance(refused, LossLimitReached)
    assert refused.details["most"] == 300


async def test_two_that_fit_into_the_limit_are_both_let_in(processes: Processes) -> None:
    both = await asyncio.gather(
        ask(processes.one, RHINE, "s0-rhine.b1", 500), ask(processes.other, ELBE, "s0-elbe.b1", 500)
    )

    assert all(both)
    with pytest.raises(LossLimitReached):
        await ask(processes.one, RHINE, "s0-rhine.b2", 1)


async def test_what_a_ledger_has_paid_counts_once(processes: Processes) -> None:
    await ask(processes.one, RHINE, "s0-rhine.b1", 500)
    processes.pays("s0-rhine.b1", "s0-rhine", 500)

    assert await ask(processes.other, ELBE, "s0-elbe.b1", 500)


async def test_a_buy_in_that_the_ledger_refused_leaves_its_room_to_others(processes: Processes) -> None:
    give_up = await ask(processes.one, RHINE, "s0-rhine.b1", 700)
    assert give_up is not None
    await give_up()

    assert await ask(processes.other, ELBE, "s0-elbe.b1", 1_000)


async def test_a_buy_in_asked_for_again_is_not_counted_twice_and_no_process_gives_it_up_for_another(
    processes: Processes,
) -> None:
    first = await ask(processes.one, RHINE, "s0-rhine.b1", 700)
    again = await ask(processes.other, RHINE, "s0-rhine.b1", 700)

    assert again is None
    assert first is not None
    await first()
    with pytest.raises(LossLimitReached):
        await ask(processes.one, ELBE, "s0-elbe.b1", 700)


async def test_what_a_process_never_paid_before_it_died_counts_for_a_while_only(processes: Processes) -> None:
    await ask(processes.one, RHINE, "s0-rhine.b1", 700)
    processes.house.now_ms += COUNTS_MS - 1
    with pytest.raises(LossLimitReached):
        await ask(processes.other, ELBE, "s0-elbe.b1", 700)
    processes.house.now_ms += 1

    assert await ask(processes.other, ELBE, "s0-elbe.b1", 700)
