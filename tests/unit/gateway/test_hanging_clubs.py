"""Where the club service hangs, who may see what is not waited for long."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from grpc import StatusCode
from grpc.aio import AioRpcError, Metadata

from riverrun.contracts.admission import AdmissionOptions
from services.gateway.caller import Caller
from services.gateway.club_line import LOOKED_UP_WITHIN_S, WITHIN_S, ClubLine
from services.gateway.club_sight import ClubSight
from services.gateway.refusals import AccountsUnavailable
from services.gateway.seated import Seated
from services.gateway.sights import Sights, asking_sights
from services.gateway.table_clubs import TableClubs
from services.gateway.table_sight import TableSight
from tests.support.clock import FakeClock

EVE = Caller("g-eve", "Eve")


class Hanging:
    """Every call of it lasts until its deadline, at once."""

    def __init__(self) -> None:
        self.waited_s: list[float] = []

    def __getattr__(self, _name: str) -> Callable[..., Awaitable[Any]]:
        return self._hang

    async def _hang(self, _request: Any, *, timeout: float) -> Any:  # noqa: ASYNC109  as gRPC names it
        self.waited_s.append(timeout)
        raise AioRpcError(StatusCode.DEADLINE_EXCEEDED, Metadata(), Metadata())


@pytest.fixture
def clubs() -> Hanging:
    return Hanging()


@pytest_asyncio.fixture
async def line(clubs: Hanging) -> AsyncIterator[ClubLine]:
    line, hanging = ClubLine("127.0.0.1:1"), clubs
    line.clubs = hanging  # type: ignore[assignment]  # stands for the stub
    yield line
    await line.close()


async def seated(_table: str, _caller: Caller) -> Seated:
    return Seated(frozenset(), AdmissionOptions(), "p-owner", club="rhine")


async def test_who_asks_for_a_clubs_table_is_told_so_soon(line: ClubLine, clubs: Hanging) -> None:
    sights = Sights(asking_sights(line), lambda: {"rhine"}, FakeClock())
    sight = TableSight(TableClubs(seated), seated, sights)

    with pytest.raises(AccountsUnavailable):
        await sight.require(EVE, "s0-rhine")

    assert clubs.waited_s == [LOOKED_UP_WITHIN_S]


async def test_and_so_is_who_asks_for_a_hand_of_it_or_for_figures(line: ClubLine, clubs: Hanging) -> None:
    sight = ClubSight(TableClubs(seated), line)

    with pytest.raises(AccountsUnavailable):
        await sight.require(EVE, "s0-rhine")
    with pytest.raises(AccountsUnavailable):
        await sight.known_to(EVE, ["p-ann"])

    assert clubs.waited_s == [LOOKED_UP_WITHIN_S] * 2
    assert LOOKED_UP_WITHIN_S < WITHIN_S
