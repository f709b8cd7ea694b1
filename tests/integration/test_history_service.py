"""The history service answers over gRPC, and tells nobody a card that he may not see, whatever he asks."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import grpc
import msgspec
import pytest

from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import HistoryStub, add_HistoryServicer_to_server
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.sealing.ring_file import load_ring
from services.history.asking import Asking
from services.history.database import Database
from services.history.readers import Readers
from services.history.servicer import History
from services.history.settings import ClickHouseSettings
from services.history.statistics.hud import Hud
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog
from tests.support.nats_server import free_port

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.history.v1.history_pb2_grpc import HistoryAsyncStub

LONG_S = 30
CARD = re.compile(r"[2-9TJQKA][cdhs]")
FORMATS = (pb.FORMAT_PHH, pb.FORMAT_OPEN_HAND_HISTORY, pb.FORMAT_POKER_STARS)


@asynccontextmanager
async def answering(settings: ClickHouseSettings, played: PlayedLog) -> "AsyncIterator[HistoryAsyncStub]":
    readers = Readers(settings, 2)
    asking = Asking(readers, load_ring(played.keys / "history.json"))
    servicer = History(asking, asking)
    hosted = HostedService(
        pb.DESCRIPTOR.services_by_name["History"], partial(add_HistoryServicer_to_server, servicer)
    )
    server = GrpcServer("127.0.0.1", 0, [hosted], GrpcSettings(stop_grace_s=0))
    await readers.start()
    channel = open_channel((await server.start())["grpc"])
    try:
        yield HistoryStub(channel)
    finally:
        await channel.close()
        await server.stop()
        await readers.stop()


@pytest.fixture
async def stub(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> "AsyncIterator[HistoryAsyncStub]":
    settings = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with answering(settings, played) as found:
        yield found


def export(asked: pb.TellHandRequest, form: pb.Format.ValueType) -> pb.ExportHandRequest:
    return pb.ExportHandRequest(table=asked.table, hand=asked.hand, viewer=asked.viewer, format=form)


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


async def test_nobody_is_told_a_card_that_he_may_not_see(stub: "HistoryAsyncStub", played: PlayedLog) -> None:
    public = await asyncio.to_thread(played.shown)
    found = await stub.FindHands(pb.FindHandsRequest(table="s0-bench0000", most=3), timeout=LONG_S)
    for one in found.hands:
        own: dict[str, set[str]] = {}
        texts: dict[str, str] = {}
        for viewer in ("", "player-0", "player-1", "stranger"):
            asked = pb.TellHandRequest(table=one.table, hand=one.hand, viewer=viewer)
            told = (await stub.TellHand(asked, timeout=LONG_S)).told.decode()
            files = [(await stub.ExportHand(export(asked, form), timeout=LONG_S)).file for form in FORMATS]
            texts[viewer] = "".join([told, *files]).replace("s0-bench0000", "")
            mine = [seat for seat in msgspec.json.decode(told)["hand"]["players"] if seat["own"]]
            own[viewer] = {card for seat in mine for card in CARD.findall(seat["cards"])}
        seen = {card for cards in public[one.table, one.hand].values() for card in CARD.findall(cards)}
        seen |= set(CARD.findall(one.board))
        assert len(own["player-0"]) == len(own["player-1"]) == 2
        for viewer, text in texts.items():
            assert set(CARD.findall(text)) <= seen | own[viewer], (one.hand, viewer)


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
    async with answering(nobody, played) as stub:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.Figures(pb.FiguresRequest(players=["player-0"]), timeout=LONG_S)

    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
    assert (refused.value.details() or "").startswith("clickhouse_away")
