"""The history service answers over gRPC, and tells nobody a card that he may not see, whatever he asks."""

import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import grpc
import msgspec
import pytest

from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from services.history.database import Database
from services.history.settings import ClickHouseSettings
from services.history.statistics.hud import Hud
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog
from tests.support.history_service import answering
from tests.support.nats_server import free_port
from tests.support.patience import LONG_S

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.history.v1.history_pb2_grpc import HistoryAsyncStub

CARD = re.compile(r"[2-9TJQKA][cdhs]")
FORMATS = (pb.FORMAT_PHH, pb.FORMAT_OPEN_HAND_HISTORY, pb.FORMAT_POKER_STARS)


@pytest.fixture
async def stub(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> "AsyncIterator[HistoryAsyncStub]":
    settings = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with answering(settings, played) as found:
        yield found.history


async def test_figures_are_the_huds(stub: "HistoryAsyncStub", history: Database) -> None:
    players = [f"player-{number}" for number in range(6)]
    answer = await stub.Figures(pb.FiguresRequest(players=[*players, "nobody"]), timeout=LONG_S)

    expected = Hud(history).of(players)

    assert [one.player for one in answer.players] == players
    for one in answer.players:
        figures = expected[one.player]
        assert one.hands == figures.hands
        assert {stat.name: (stat.counted, stat.out_of) for stat in one.statistics} == {
            name: (ratio.counted, ratio.out_of) for name, ratio in figures.ratios.items()
        }


async def test_hands_are_found_and_told(stub: "HistoryAsyncStub") -> None:
    found = await stub.FindHands(pb.FindHandsRequest(player="player-2", most=5), timeout=LONG_S)
    newest = found.hands[0]

    told = await stub.TellHand(pb.TellHandRequest(table=newest.table, hand=newest.hand), timeout=LONG_S)

    assert len(found.hands) == 5
    hand = msgspec.json.decode(told.told)
    assert hand["hand"]["pot"] == newest.pot
    assert hand["frames"][-1]["pot"] == hand["hand"]["rake"]


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (pb.FindHandsRequest(cards="Ax"), "not_a_card", "cards"),
        (pb.FindHandsRequest(cards="As' OR 1"), "not_a_card", "cards"),
        (pb.FindHandsRequest(pot_from=-1), "bad_amount", "pot_from"),
        (pb.FiguresRequest(players=["x"] * 10), "too_many", "players"),
        (pb.FiguresRequest(hands=pb.HandFilter(position="XX")), "unknown_position", "hands.position"),
        (pb.TellHandRequest(table="s0-bench0000"), "bad_amount", "hand"),
        (pb.ExportHandRequest(table="s0-bench0000", hand=1), "unknown_format", "format"),
    ],
)
async def test_what_is_wrong_is_named(
    stub: "HistoryAsyncStub", request_: object, code: str, field: str
) -> None:
    call = getattr(stub, type(request_).__name__.removesuffix("Request"))

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call(request_, timeout=LONG_S)

    wrong = bad_argument_in(refused.value)
    assert wrong is not None
    assert (wrong.code, wrong.field) == (code, field)


async def test_a_hand_that_is_not_over_is_not_there(stub: "HistoryAsyncStub") -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.TellHand(pb.TellHandRequest(table="s0-bench0000", hand=11), timeout=LONG_S)

    assert refused.value.code() is grpc.StatusCode.NOT_FOUND


async def test_without_clickhouse_it_says_so(played: PlayedLog) -> None:
    nobody = ClickHouseSettings(url=f"http://riverrun@127.0.0.1:{free_port()}")
    async with answering(nobody, played) as found:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await found.history.Figures(pb.FiguresRequest(players=["player-0"]), timeout=LONG_S)

    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
    assert (refused.value.details() or "").startswith("clickhouse_away")
