"""Findings over gRPC: made from ClickHouse, with hands to check, and decisions that outlive it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import grpc
import pytest

from console.invented.world import Population, population, sessions
from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import ReviewsStub, add_ReviewsServicer_to_server
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.nats.users import HISTORY
from services.history.asking import Asking
from services.history.database import Database
from services.history.projection.hand_rows import no_rows
from services.history.readers import Readers
from services.history.reviews_part import ReviewsPart
from services.history.settings import ClickHouseSettings, HistorySettings
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import fresh_database
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.history.v1.history_pb2_grpc import ReviewsAsyncStub

SINCE, UNTIL = 1_700_000_000_000, 1_702_000_000_000


@dataclass(frozen=True)
class Invented:
    """Hands of a few people, two of whom squeeze, in ClickHouse."""

    everybody: Population
    database: Database
    tables: list[str]

    @property
    def squeezers(self) -> str:
        pair = next(pair for pair, kind in self.everybody.cheats.items() if kind == "squeezing")
        return f"pair:{'+'.join(pair)}"


@pytest.fixture(scope="module")
def invented(clickhouse_server: RunningClickHouse) -> Iterator[Invented]:
    chance, found = Random(5), no_rows()
    everybody = population(chance, 9, 1, 0)
    for rows in sessions(everybody, 1_500, chance):
        for table, more in rows.items():
            found[table] += more
    with fresh_database(clickhouse_server) as database:
        for table in ("seats", "actions", "hands"):
            database.insert(table, found[table], f"{table}:invented")
        yield Invented(everybody, database, sorted({row[0] for row in found["hands"]}))


@asynccontextmanager
async def answering(
    invented: Invented, clickhouse: RunningClickHouse, servers: NatsServers
) -> "AsyncIterator[ReviewsAsyncStub]":
    settings = ClickHouseSettings(url=clickhouse.url, database=invented.database.placement.database)
    readers = Readers(settings, 2)
    password = servers.passwords[HISTORY.password_variable]
    reviews = ReviewsPart(
        Asking(readers, None), HistorySettings(nats_url=servers.urls, nats_password=password)
    )
    hosted = HostedService(
        pb.DESCRIPTOR.services_by_name["Reviews"], partial(add_ReviewsServicer_to_server, reviews.servicer)
    )
    server = GrpcServer("127.0.0.1", 0, [hosted], GrpcSettings(stop_grace_s=0))
    await readers.start()
    await reviews.start()
    channel = open_channel((await server.start())["grpc"])
    try:
        yield ReviewsStub(channel)
    finally:
        await channel.close()
        await server.stop()
        await reviews.stop()
        await readers.stop()


@pytest.fixture
async def stub(
    invented: Invented, clickhouse_server: RunningClickHouse, one_server: NatsServers
) -> "AsyncIterator[ReviewsAsyncStub]":
    async with answering(invented, clickhouse_server, one_server) as found:
        yield found


def among(invented: Invented, club: str = "c-1") -> pb.FindingsRequest:
    return pb.FindingsRequest(club=club, tables=invented.tables, since_ms=SINCE, until_ms=UNTIL)


def decision(invented: Invented, club: str, verdict: str = "confirmed") -> pb.DecideFindingRequest:
    return pb.DecideFindingRequest(
        among=among(invented, club),
        finding=invented.squeezers,
        by="p-eva",
        verdict=verdict,
        note="as clear as day",
    )


async def test_squeezers_are_told_with_reasons_and_hands(
    stub: "ReviewsAsyncStub", invented: Invented
) -> None:
    found = await stub.Findings(among(invented), timeout=LONG_S)
    told = await stub.TellFinding(
        pb.TellFindingRequest(among=among(invented), finding=invented.squeezers), timeout=LONG_S
    )

    assert invented.squeezers in [one.finding for one in found.findings]
    assert any("raised over the other's bet" in reason for reason in told.finding.reasons)
    assert len(told.hands) == 20
    assert {hand.table for hand in told.hands} <= set(invented.tables)


async def test_a_club_without_tables_has_no_findings(stub: "ReviewsAsyncStub") -> None:
    nothing = pb.FindingsRequest(club="c-1", since_ms=SINCE, until_ms=UNTIL)

    assert not (await stub.Findings(nothing, timeout=LONG_S)).findings


async def test_decisions_are_the_clubs_own_and_stay_whatever_becomes_of_clickhouse(
    invented: Invented, clickhouse_server: RunningClickHouse, one_server: NatsServers
) -> None:
    async with answering(invented, clickhouse_server, one_server) as stub:
        await stub.DecideFinding(decision(invented, "c-keeps", "watched"), timeout=LONG_S)
        await stub.DecideFinding(decision(invented, "c-keeps"), timeout=LONG_S)
        await stub.DecideFinding(decision(invented, "c-keeps"), timeout=LONG_S)

    # Another process, as after a rebuild: nothing of it lies in ClickHouse.
    async with answering(invented, clickhouse_server, one_server) as stub:
        own = await stub.Findings(among(invented, "c-keeps"), timeout=LONG_S)
        others = await stub.Findings(among(invented, "c-other"), timeout=LONG_S)
    tables = await asyncio.to_thread(
        invented.database.query, "SELECT name FROM system.tables WHERE database = currentDatabase()"
    )

    (mine,) = [one for one in own.findings if one.finding == invented.squeezers]
    assert [(one.by, one.verdict) for one in mine.decisions] == [("p-eva", "watched"), ("p-eva", "confirmed")]
    assert not any(one.decisions for one in others.findings)
    assert not [row for row in tables if "review" in row["name"] or "docket" in row["name"]]


async def test_what_is_not_found_is_not_decided_on(stub: "ReviewsAsyncStub", invented: Invented) -> None:
    asked = decision(invented, "c-1")
    asked.finding = "pair:p-ann+p-bob"

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.DecideFinding(asked, timeout=LONG_S)

    refusal = refusal_in(refused.value)
    assert refusal is not None
    assert refusal.code == "unknown_finding"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("verdict", "guilty", "unknown_verdict"), ("note", " ", "bad_note"), ("note", "x" * 501, "bad_note")],
)
async def test_what_is_wrong_with_a_decision_is_named(
    stub: "ReviewsAsyncStub", invented: Invented, field: str, value: str, code: str
) -> None:
    asked = decision(invented, "c-1")
    setattr(asked, field, value)

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.DecideFinding(asked, timeout=LONG_S)

    wrong = bad_argument_in(refused.value)
    assert wrong is not None
    assert (wrong.code, wrong.field) == (code, field)


async def test_a_period_is_not_longer_than_a_quarter(stub: "ReviewsAsyncStub") -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.Findings(pb.FindingsRequest(since_ms=0, until_ms=UNTIL), timeout=LONG_S)

    wrong = bad_argument_in(refused.value)
    assert wrong is not None
    assert wrong.code == "bad_time"


def test_nothing_that_is_told_has_a_place_for_a_card() -> None:
    told = [*pb.Finding.DESCRIPTOR.fields, *pb.CheckedHand.DESCRIPTOR.fields, *pb.Decision.DESCRIPTOR.fields]

    assert {field.name for field in told} == {
        *("finding", "kind", "players", "score_milli", "hands", "reasons", "decisions"),
        *("table", "hand", "ended_ms", "big_blind", "net", "other_net"),
        *("at_ms", "by", "verdict", "note"),
    }
