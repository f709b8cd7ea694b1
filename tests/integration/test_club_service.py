"""Clubs and ledgers over gRPC before a real NATS: joined by code, paid by role, read in pages."""

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio

from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.clubs.roles import FOR_SERVICES, MAY
from tests.support.club_house import ClubHouse, by, refused, running_clubs
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

STANDINGS = {"ann": "owner", "mia": "manager", "gus": "agent", "bob": "member", "eve": "stranger"}
REQUESTS = {call: f"{call.split('.')[1]}Request" for call in MAY}
BEFORE_ROLES = {"Clubs.Found", "Clubs.Mine", "Clubs.AskToJoin", "Clubs.Acquainted"}
"""Calls that are no club's business: they need no role."""


@pytest_asyncio.fixture
async def house(one_server: NatsServers) -> AsyncIterator[ClubHouse]:
    async with running_clubs(one_server) as running:
        yield running


async def peopled(house: ClubHouse) -> pb.Club:
    """A club with one of each role."""
    club = await house.found()
    await house.join(club, "mia", "gus", "bob")
    await house.give(club, "mia", pb.ROLE_MANAGER)
    await house.give(club, "gus", pb.ROLE_AGENT)
    return club


async def test_a_club_is_founded_once_however_often_it_is_asked(house: ClubHouse) -> None:
    request = pb.FoundRequest(by=by("ann"), name="Rhine", kind=pb.KIND_PLAY, owner_name="Ann")
    first = await house.clubs.Found(request, timeout=LONG_S)
    again = await house.clubs.Found(request, timeout=LONG_S)
    assert first == again
    assert (first.role, first.members) == (pb.ROLE_OWNER, 1)


async def test_players_join_and_find_their_clubs_again(house: ClubHouse) -> None:
    club = await house.found("zoe")
    await house.join(club, "yan")
    mine = await house.clubs.Mine(pb.MineRequest(by=by("yan")), timeout=LONG_S)
    assert [(one.club, one.role, one.code) for one in mine.clubs] == [(club.club, pb.ROLE_MEMBER, "")]
    await house.clubs.Leave(pb.LeaveRequest(by=by("yan"), club=club.club), timeout=LONG_S)
    assert not (await house.clubs.Mine(pb.MineRequest(by=by("yan")), timeout=LONG_S)).clubs


async def test_a_wish_is_carried_out_once(house: ClubHouse) -> None:
    club = await house.found()
    asked = pb.AskToJoinRequest(by=by("bob"), code=club.code, name="Bob")
    for _ in range(2):
        await house.clubs.AskToJoin(asked, timeout=LONG_S)
    answer = pb.AnswerJoinRequest(by=by("ann"), club=club.club, player="bob", admit=True)
    for _ in range(2):
        await house.clubs.AnswerJoin(answer, timeout=LONG_S)
    code = await house.clubs.ChangeCode(
        pb.ChangeCodeRequest(by=by("ann", "c1"), club=club.club), timeout=LONG_S
    )
    same = await house.clubs.ChangeCode(
        pb.ChangeCodeRequest(by=by("ann", "c1"), club=club.club), timeout=LONG_S
    )
    assert code.code == same.code != club.code


async def test_a_grant_is_made_once_and_its_id_is_the_givers_own(house: ClubHouse) -> None:
    club = await house.found()
    await house.join(club, "bob")
    first = await house.grant(club, "bob", 500, "g-1")
    assert await house.grant(club, "bob", 500, "g-1") == first
    assert await refused(house.grant(club, "bob", 501, "g-1")) == "transfer_id_reused"
    assert (first.balance, first.other, first.reason) == (500, "mint", "grant")
    assert await house.balance(club, "member:bob") == 500
    assert await refused(house.grant(club, "eve", 5)) == "not_a_member"


async def test_members_come_in_pages(house: ClubHouse) -> None:
    club = await house.found()
    await house.join(club, "bob", "cid", "dee")
    first = await house.clubs.Members(pb.MembersRequest(by=by("ann"), club=club.club, size=3), timeout=LONG_S)
    rest = await house.clubs.Members(
        pb.MembersRequest(by=by("ann"), club=club.club, size=3, page=first.next), timeout=LONG_S
    )
    assert [[one.player for one in page.members] for page in (first, rest)] == [
        ["ann", "bob", "cid"],
        ["dee"],
    ]
    assert rest.next == ""


async def test_a_statement_comes_in_pages_newest_first(house: ClubHouse) -> None:
    club = await house.found()
    await house.join(club, "bob", "cid")
    for amount in range(1, 6):
        await house.grant(club, "bob", amount)
        await house.grant(club, "cid", 100)
    asked = pb.StatementRequest(by=by("bob"), club=club.club, size=3)
    first = await house.ledger.Statement(asked, timeout=LONG_S)
    asked.page = first.next
    rest = await house.ledger.Statement(asked, timeout=LONG_S)
    assert [(one.amount, one.balance) for one in (*first.entries, *rest.entries)] == [
        (5, 15),
        (4, 10),
        (3, 6),
        (2, 3),
        (1, 1),
    ]
    assert rest.next == ""


async def test_an_agent_sees_his_members_and_is_paid_at_the_end_of_a_period(house: ClubHouse) -> None:
    club = await peopled(house)
    await house.clubs.AssignAgent(
        pb.AssignAgentRequest(by=by("ann"), club=club.club, player="bob", agent="gus"), timeout=LONG_S
    )
    await house.clubs.SetAgentTerms(
        pb.SetAgentTermsRequest(by=by("ann"), club=club.club, agent="gus", rakeback_bps=2_500), timeout=LONG_S
    )
    await house.grant(club, "bob", 70)
    seen = pb.BalanceRequest(by=by("gus"), club=club.club, account="member:bob")
    assert (await house.ledger.Balance(seen, timeout=LONG_S)).balance == 70
    await house.grant(club, "mia", 3)
    settle = pb.SettleRequest(by=by("ann"), club=club.club, period="2026-11")
    settled = await house.ledger.Settle(settle, timeout=LONG_S)
    assert [(one.player, one.granted) for one in settled.lines] == [("bob", 70), ("mia", 3)]
    await house.grant(club, "bob", 1)
    assert await house.ledger.Settle(settle, timeout=LONG_S) == settled
    read = pb.SettlementRequest(by=by("mia"), club=club.club, period="2026-11")
    assert await house.ledger.Settlement(read, timeout=LONG_S) == settled
    read.by.player = "gus"
    assert [one.player for one in (await house.ledger.Settlement(read, timeout=LONG_S)).lines] == ["bob"]
    listed = pb.SettlementsRequest(by=by("gus"), club=club.club)
    assert [one.period for one in (await house.ledger.Settlements(listed, timeout=LONG_S)).periods] == [
        "2026-11"
    ]
    read.period = "2026-12"
    assert await refused(house.ledger.Settlement(read, timeout=LONG_S)) == "unknown_period"
    mine = await house.clubs.Members(pb.MembersRequest(by=by("gus"), club=club.club), timeout=LONG_S)
    assert [one.player for one in mine.members] == ["bob"]


async def test_a_correction_takes_two(house: ClubHouse) -> None:
    club = await peopled(house)
    proposed = pb.ProposeAdjustmentRequest(
        by=by("ann"),
        club=club.club,
        transfer="a-1",
        source="mint",
        target="member:bob",
        amount=9,
        note="lost",
    )
    await house.ledger.ProposeAdjustment(proposed, timeout=LONG_S)
    waiting = await house.ledger.Adjustments(
        pb.AdjustmentsRequest(by=by("mia"), club=club.club), timeout=LONG_S
    )
    assert [(one.transfer, one.by) for one in waiting.adjustments] == [("a-1", "ann")]

    def approve(player: str) -> grpc.aio.UnaryUnaryCall:  # type: ignore[type-arg]  # stubs differ by version
        request = pb.ApproveAdjustmentRequest(by=by(player), club=club.club, transfer="a-1")
        return house.ledger.ApproveAdjustment(request, timeout=LONG_S)  # type: ignore[no-any-return]

    assert await refused(approve("ann")) == "second_person_needed"
    first, again = await approve("mia"), await approve("mia")
    assert first == again
    assert await house.balance(club, "member:bob") == 9


async def test_nobody_leaves_with_chips(house: ClubHouse) -> None:
    club = await house.found()
    await house.join(club, "bob")
    await house.grant(club, "bob", 5)
    leaving = house.clubs.Leave(pb.LeaveRequest(by=by("bob"), club=club.club), timeout=LONG_S)
    assert await refused(leaving) == "chips_left"


async def test_accounts_are_listed_by_name_in_pages(house: ClubHouse) -> None:
    club = await house.found()
    await house.join(club, "bob")
    await house.grant(club, "bob", 5)
    asked = pb.AccountsRequest(by=by("ann"), club=club.club, size=1)
    first = await house.ledger.Accounts(asked, timeout=LONG_S)
    asked.page = first.next
    rest = await house.ledger.Accounts(asked, timeout=LONG_S)
    listed = [(one.account, one.balance) for one in (*first.accounts, *rest.accounts)]
    assert (listed, rest.next) == ([("member:bob", 5), ("mint", -5)], "")


async def test_a_buy_in_is_paid_for_tables_of_the_club_only(house: ClubHouse) -> None:
    club = await house.found()
    asked = pb.BuyInRequest(
        club=club.club, table="s0-foreign", transfer="s0-foreign.b1", player="ann", amount=5
    )
    assert await refused(house.ledger.BuyIn(asked, timeout=LONG_S)) == "unknown_club_table"


async def test_room_below_the_insurance_limit_is_held_for_tables_of_the_club_only(house: ClubHouse) -> None:
    club = await house.found()
    asked = pb.HoldExposureRequest(club=club.club, table="s0-foreign", hand=1, board=3, limit=9, covers=9)
    assert await refused(house.ledger.HoldExposure(asked, timeout=LONG_S)) == "unknown_club_table"


@pytest.mark.parametrize(
    ("field", "wrong"), [("hand", 0), ("board", 5), ("limit", -1), ("owed", -1), ("covers", 10**15 + 1)]
)
async def test_what_cannot_be_held_is_told_so(house: ClubHouse, field: str, wrong: int) -> None:
    asked = pb.HoldExposureRequest(club="c1", table="s0-rhine", hand=1, board=3, limit=9, covers=9)
    setattr(asked, field, wrong)
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await house.ledger.HoldExposure(asked, timeout=LONG_S)
    assert failed.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert field in str(failed.value.details())


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (pb.ShowRequest(by=pb.By(player="a b"), club="c1"), "by.player"),
        (pb.ShowRequest(by=pb.By(player="ann"), club="c.1"), "club"),
    ],
)
async def test_what_is_no_id_is_told_so(house: ClubHouse, request_: pb.ShowRequest, field: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await house.clubs.Show(request_, timeout=LONG_S)
    assert failed.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert field in str(failed.value.details())


# -- the matrix: every call by every role, as docs/roles.md says


def test_every_call_has_its_row() -> None:
    calls = {
        f"{service.name}.{method.name}"
        for service in pb.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    assert calls == set(MAY) | FOR_SERVICES


def wanted(call: str, player: str, club: str) -> tuple[str, object]:
    """A request that is refused for its role or not at all for it; what else is wrong with it comes later."""
    fields: dict[str, object] = {
        "by": by(player),
        "club": club,
        "player": "nobody",
        "transfer": "t-1",
        "period": "p-1",
        "role": pb.ROLE_MEMBER,
        "agent": "nobody",
        "template": "daily",
    }
    name = REQUESTS[call]
    made = getattr(pb, name)
    known = made.DESCRIPTOR.fields_by_name
    if call == "Clubs.SaveTemplate":
        fields["template"] = pb.Template(name="daily", options=b'{"seats":11}')
    if call in {"Ledger.Balance", "Ledger.Statement"}:
        fields["account"] = ""
    return call.split(".")[1], made(**{field: value for field, value in fields.items() if field in known})


@pytest.mark.parametrize("call", sorted(set(MAY) - BEFORE_ROLES))
async def test_each_role_may_exactly_what_the_table_says(house: ClubHouse, call: str) -> None:
    club = await peopled(house)
    service = house.clubs if call.startswith("Clubs.") else house.ledger
    # The owner last: he might hand the club over, or settle it.
    for player, standing in reversed(STANDINGS.items()):
        method, request = wanted(call, player, club.club)
        try:
            await getattr(service, method)(request, timeout=LONG_S)
            code = ""
        except grpc.aio.AioRpcError:
            code = await refused(getattr(service, method)(request, timeout=LONG_S))
        assert (code != "not_allowed") == (standing in MAY[call]), (call, standing, code)


async def test_an_open_house_is_looked_into_by_anyone_and_its_members_figures_are_everybodys(
    house: ClubHouse,
) -> None:
    club = await house.found("olga")
    await house.join(club, "omar")
    everybody = ["olga", "omar", "otto", "oleg"]
    look = pb.LookIntoRequest(by=by("oleg"), club=club.club)

    async def known_to(player: str) -> list[str]:
        asked = pb.AcquaintedRequest(by=by(player), players=everybody)
        return list((await house.clubs.Acquainted(asked, timeout=LONG_S)).players)

    assert await refused(house.clubs.LookInto(look, timeout=LONG_S)) == "not_allowed"
    assert (await known_to("oleg"), await known_to("omar")) == (["otto", "oleg"], everybody)
    limits = pb.SetLimitsRequest(by=by("olga"), club=club.club, limits=pb.Limits(open_house=True))
    await house.clubs.SetLimits(limits, timeout=LONG_S)

    await house.clubs.LookInto(look, timeout=LONG_S)
    assert await known_to("oleg") == everybody
