"""An agent who is made something else, or goes, is paid what he earned until then."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TypeAlias

import pytest
import pytest_asyncio

from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.nats.users import CLUB
from services.club.ledger.accounts import INSURANCE, REVENUE, at_table
from services.club.ledger.application import LedgerApplication, environment
from services.club.ledger.ledger_events import Reason
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.moving import Move
from tests.support.club_house import ClubHouse, by, running_clubs
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

TABLE = at_table("s0-rhine")
NOW = 1_000
Ends: TypeAlias = Callable[[ClubHouse, str], Awaitable[None]]


@pytest_asyncio.fixture
async def house(one_server: NatsServers) -> AsyncIterator[ClubHouse]:
    async with running_clubs(one_server) as running:
        yield running


@pytest.fixture
def ledgers(one_server: NatsServers) -> Iterator[Ledgers]:
    """Another process's, which writes what tables tell."""
    password = one_server.passwords[CLUB.password_variable]
    application = LedgerApplication(environment(CLUB, password, one_server.urls))
    yield Ledgers(application)
    application.close()


async def demoted(house: ClubHouse, club: str) -> None:
    asked = pb.GiveRoleRequest(by=by("ann"), club=club, player="gus", role=pb.ROLE_MEMBER)
    await house.clubs.GiveRole(asked, timeout=LONG_S)


async def leaves(house: ClubHouse, club: str) -> None:
    await house.clubs.Leave(pb.LeaveRequest(by=by("gus"), club=club), timeout=LONG_S)


async def removed(house: ClubHouse, club: str) -> None:
    await house.clubs.Remove(pb.RemoveRequest(by=by("ann"), club=club, player="gus"), timeout=LONG_S)


async def banned(house: ClubHouse, club: str) -> None:
    await house.clubs.Ban(pb.BanRequest(by=by("ann"), club=club, player="gus"), timeout=LONG_S)


@pytest.mark.parametrize("ceases", [demoted, leaves, removed, banned])
async def test_what_he_earned_while_he_was_an_agent_is_his(
    house: ClubHouse, ledgers: Ledgers, ceases: Ends
) -> None:
    founded = await house.found()
    club = founded.club
    await house.join(founded, "bob", "gus")
    await house.give(founded, "gus", pb.ROLE_AGENT)
    his = pb.AssignAgentRequest(by=by("ann"), club=club, player="bob", agent="gus")
    await house.clubs.AssignAgent(his, timeout=LONG_S)
    terms = pb.SetAgentTermsRequest(by=by("ann"), club=club, agent="gus", rakeback_bps=5_000)
    await house.clubs.SetAgentTerms(terms, timeout=LONG_S)

    def moved(transfer: str, source: str, target: str, amount: int, reason: Reason) -> None:
        parts = (("bob", amount),) if reason == "rake" else ()
        ledgers.move(club, Move(transfer, source, target, amount, reason, "table", parts=parts), NOW)

    moved("i1", INSURANCE, TABLE, 100, "insurance_payout")
    moved("r1", TABLE, REVENUE, 30, "rake")
    await ceases(house, club)
    moved("r2", TABLE, REVENUE, 10, "rake")
    closed = await house.ledger.Settle(pb.SettleRequest(by=by("ann"), club=club, period="1"), timeout=LONG_S)

    (line,) = closed.lines
    assert (line.rake, line.agent, line.rakeback, dict(line.earlier)) == (40, "", 0, {"gus": 15})
    assert await house.balance(founded, "agent:gus") == 15
    if ceases is demoted:
        collect = pb.CollectRequest(by=by("gus"), club=club, transfer="c1", amount=15)
        await house.ledger.Collect(collect, timeout=LONG_S)
        assert await house.balance(founded, "member:gus") == 15
