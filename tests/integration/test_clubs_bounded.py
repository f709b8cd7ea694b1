"""One person owns and joins so many clubs and no more, whoever lets him in."""

import secrets
from collections.abc import AsyncIterator

import pytest_asyncio

from riverrun.pb.club.v1 import club_pb2 as pb
from tests.support.club_house import ClubHouse, by, refused, running_clubs
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S


@pytest_asyncio.fixture
async def house(one_server: NatsServers) -> AsyncIterator[ClubHouse]:
    async with running_clubs(one_server, most_owned=2, most_joined=3) as running:
        yield running


def new(name: str) -> str:
    """Somebody who has no clubs in the log that tests share."""
    return f"{name}-{secrets.token_hex(4)}"


def founding(player: str) -> pb.FoundRequest:
    return pb.FoundRequest(by=by(player), name="Rhine", kind=pb.KIND_PLAY, owner_name="Ann")


async def test_nobody_founds_more_clubs_than_the_house_allows_nor_is_handed_one(house: ClubHouse) -> None:
    ann, bob = new("ann"), new("bob")
    first = founding(ann)
    club = await house.clubs.Found(first, timeout=LONG_S)
    await house.clubs.Found(founding(ann), timeout=LONG_S)

    assert await refused(house.clubs.Found(founding(ann), timeout=LONG_S)) == "too_many_clubs"
    assert (await house.clubs.Found(first, timeout=LONG_S)).club == club.club, "what is done is done"

    his = await house.found(bob)
    await house.join(his, ann)
    handed = pb.GiveRoleRequest(by=by(bob), club=his.club, player=ann, role=pb.ROLE_OWNER)
    assert await refused(house.clubs.GiveRole(handed, timeout=LONG_S)) == "too_many_clubs"


async def test_nobody_joins_more_clubs_than_the_house_allows(house: ClubHouse) -> None:
    player = new("cid")
    clubs = [await house.found(new("ann")) for _ in range(4)]
    asked = [
        pb.AskToJoinRequest(by=by(player), code=club.code, name="Cid") for club in clubs
    ]  # in all of them, before anybody answers
    for ask in asked:
        await house.clubs.AskToJoin(ask, timeout=LONG_S)
    answers = [
        pb.AnswerJoinRequest(by=by(club.owner), club=club.club, player=player, admit=True) for club in clubs
    ]
    for answer in answers[:3]:
        await house.clubs.AnswerJoin(answer, timeout=LONG_S)

    assert await refused(house.clubs.AnswerJoin(answers[3], timeout=LONG_S)) == "too_many_clubs"
    another = await house.found(new("ann"))
    more = pb.AskToJoinRequest(by=by(player), code=another.code, name="Cid")
    assert await refused(house.clubs.AskToJoin(more, timeout=LONG_S)) == "too_many_clubs"

    await house.clubs.Leave(pb.LeaveRequest(by=by(player), club=clubs[0].club), timeout=LONG_S)
    await house.clubs.AnswerJoin(answers[3], timeout=LONG_S)
