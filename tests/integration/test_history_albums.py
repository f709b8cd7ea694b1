"""Albums live in the log: they outlive the service and a rebuilt history, and say no in the right words."""

import asyncio
from collections.abc import AsyncIterator

import grpc
import msgspec
import pytest

from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.runtime.clock import SystemClock
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.nats.users import IDENTITY
from services.club.identity.journal import JetStreamJournal
from services.club.identity.people import People
from services.history.database import Database
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog, fresh_database
from tests.support.history_service import Answering, answering
from tests.support.patience import LONG_S

TABLE = "s0-bench0001"


@pytest.fixture
async def service(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> AsyncIterator[Answering]:
    settings = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with answering(settings, played) as found:
        yield found


def secret(number: int) -> str:
    return f"{number:032}"


async def shown(service: Answering, token: str) -> dict[str, object]:
    told = await service.albums.TellShared(pb.TellSharedRequest(token=token), timeout=LONG_S)
    found: dict[str, object] = msgspec.json.decode(told.told)["hand"]
    return found


async def refused_by(call: object, request: object) -> str:
    """The code with which a call is refused."""
    assert callable(call)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call(request, timeout=LONG_S)
    refusal, bad = refusal_in(refused.value), bad_argument_in(refused.value)
    return refusal.code if refusal is not None else "" if bad is None else bad.code


async def test_favourites_and_links_outlive_the_service_and_a_rebuilt_history(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> None:
    token = f"p-keeper.{secret(1)}"
    old = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with answering(old, played) as service:
        kept = pb.KeepHandRequest(player="p-keeper", table=TABLE, hand=3, note="a fold to remember")
        await service.albums.KeepHand(kept, timeout=LONG_S)
        share = pb.ShareHandRequest(player="p-keeper", table=TABLE, hand=3, token=token)
        await service.albums.ShareHand(share, timeout=LONG_S)

    with fresh_database(clickhouse_server) as anew:
        await asyncio.to_thread(played.project, anew)
        rebuilt = ClickHouseSettings(url=clickhouse_server.url, database=anew.placement.database)
        async with answering(rebuilt, played) as service:
            found = await service.albums.Favourites(pb.FavouritesRequest(player="p-keeper"), timeout=LONG_S)
            assert [(one.table, one.hand, one.note) for one in found.favourites] == [
                (TABLE, 3, "a fold to remember")
            ]
            assert (await shown(service, token))["hand"] == 3


async def test_a_link_that_was_ended_shows_nothing_and_the_others_go_on(service: Answering) -> None:
    tokens = [f"p-sharer.{secret(number)}" for number in (10, 11)]
    made = []
    for token in tokens:
        share = pb.ShareHandRequest(player="p-sharer", table=TABLE, hand=2, token=token)
        made.append(await service.albums.ShareHand(share, timeout=LONG_S))
        # The same call again, as after a lost answer, is the same link.
        assert (await service.albums.ShareHand(share, timeout=LONG_S)).share == made[-1].share

    end = pb.EndShareRequest(player="p-sharer", share=made[0].share)
    await service.albums.EndShare(end, timeout=LONG_S)

    asked = pb.TellSharedRequest(token=tokens[0])
    assert await refused_by(service.albums.TellShared, asked) == "unknown_share"
    assert (await shown(service, tokens[1]))["hand"] == 2
    listed = await service.albums.Shares(pb.SharesRequest(player="p-sharer"), timeout=LONG_S)
    assert [one.share for one in listed.shares] == [made[1].share]
    assert await refused_by(service.albums.EndShare, end) == "unknown_share"


async def test_whose_account_is_deleted_while_history_is_away_shows_nothing_when_it_is_back(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> None:
    # The gateway had the album emptied; where history was away it wrote a line to its log, and links went on.
    tokens = {who: f"{who}.{secret(40)}" for who in ("p-leaver", "p-stayer")}
    settings = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with answering(settings, played) as service:
        for who, token in tokens.items():
            share = pb.ShareHandRequest(player=who, table=TABLE, hand=2, token=token)
            await service.albums.ShareHand(share, timeout=LONG_S)
        assert (await shown(service, tokens["p-leaver"]))["hand"] == 2

    identity = await played.servers.connect(IDENTITY)
    await People(JetStreamJournal(identity, IDENTITY.api_prefix), SystemClock()).note_deletion("p-leaver")
    await identity.close()

    async with answering(settings, played) as service:
        asked = pb.TellSharedRequest(token=tokens["p-leaver"])
        assert await refused_by(service.albums.TellShared, asked) == "unknown_share"
        assert (await shown(service, tokens["p-stayer"]))["hand"] == 2


async def test_nobody_ends_or_guesses_anothers_link(service: Answering) -> None:
    token = f"p-owner.{secret(30)}"
    share = pb.ShareHandRequest(player="p-owner", table=TABLE, hand=2, token=token)
    made = await service.albums.ShareHand(share, timeout=LONG_S)

    theirs = pb.EndShareRequest(player="p-thief", share=made.share)
    assert await refused_by(service.albums.EndShare, theirs) == "unknown_share"
    for guess in (f"p-owner.{secret(31)}", f"p-thief.{secret(30)}", made.share, f"p-owner.{made.share}"):
        asked = pb.TellSharedRequest(token=guess)
        assert await refused_by(service.albums.TellShared, asked) == "unknown_share"


@pytest.mark.parametrize(
    ("call", "request_", "code"),
    [
        ("KeepHand", pb.KeepHandRequest(player="p-a", table=TABLE, hand=99), "unknown_hand"),
        ("KeepHand", pb.KeepHandRequest(player="p-a", table=TABLE, hand=0), "bad_amount"),
        ("KeepHand", pb.KeepHandRequest(player="p-a", table=TABLE, hand=1, note="x" * 201), "bad_note"),
        ("KeepHand", pb.KeepHandRequest(player="p a", table=TABLE, hand=1), "bad_player"),
        ("ShareHand", pb.ShareHandRequest(player="p-a", table=TABLE, hand=1, token="p-a.short"), "bad_token"),
        (
            "ShareHand",
            pb.ShareHandRequest(player="p-a", table=TABLE, hand=1, token=f"p-b.{secret(1)}"),
            "bad_token",
        ),
        (
            "ShareHand",
            pb.ShareHandRequest(player="p-a", table=TABLE, hand=1, token=f"p-a.{secret(1)}", until_ms=1),
            "bad_time",
        ),
        ("TellShared", pb.TellSharedRequest(token=""), "unknown_share"),
    ],
)
async def test_what_is_wrong_is_named(service: Answering, call: str, request_: object, code: str) -> None:
    assert await refused_by(getattr(service.albums, call), request_) == code
