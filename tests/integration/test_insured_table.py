"""Table, insurance and evaluator as they run: an offer outlives its host, and a hand its insurer (R9)."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest_asyncio
from msgspec.structs import replace

from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_commands import AllIn, BuyInsurance, Call, SitDown
from riverrun.contracts.table_events import InsuranceBought, InsuranceNotOffered, InsuranceSettled
from riverrun.holdem.state import Table, chips_due, chips_on
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.codec import codec
from services.table.host.record import Record, fold
from tests.support.nats_server import NatsServers
from tests.support.service_process import service_process
from tests.support.table_process import QUICK, Asking, TableProcesses, asking, open_table

LONG_S = 30
NOBODY = "127.0.0.1:9"
INSURED = replace(QUICK, insurance=InsuranceOptions(offered=True, prompt_ms=60_000))


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[Asking]:
    async with asking(one_server) as door:
        yield door


@pytest_asyncio.fixture
async def insurer() -> AsyncIterator[str]:
    """Insurance upon an evaluator that need not compile for it; its address."""
    async with AsyncExitStack() as running:
        evaluator = await running.enter_async_context(
            service_process(
                "services.evaluator", RIVERRUN_EVALUATOR_PORT="0", RIVERRUN_EVALUATOR_ENGINE="numpy"
            )
        )
        target = (await evaluator.wait_for("ready", within_s=LONG_S))["grpc"]
        insurance = await running.enter_async_context(
            service_process(
                "services.insurance",
                RIVERRUN_INSURANCE_PORT="0",
                RIVERRUN_INSURANCE_EVALUATOR_TARGET=target,
                RIVERRUN_INSURANCE_EVALUATOR_DEADLINE_MS="5000",
            )
        )
        yield (await insurance.wait_for("ready", within_s=LONG_S))["grpc"]


async def all_in(gateway: Asking, table: str) -> None:
    """Two players push everything before the flop of the first hand."""
    await open_table(gateway, table, INSURED)
    for player in ("ann", "bob"):
        assert not (await gateway.ask(table, player, SitDown(1_000))).code
    for command in (AllIn, Call):
        player, hand = await somebodys_turn(gateway, table)
        reply = await gateway.ask(table, player, command(hand["hand"], hand["turn"]["turn"]))
        assert not reply.code, reply


async def somebodys_turn(gateway: Asking, table: str) -> tuple[str, dict[str, Any]]:
    async with asyncio.timeout(LONG_S):
        while True:
            view = await gateway.see(table, "ann")
            if view["hand"] and view["hand"]["turn"]:
                asked = view["hand"]["turn"]["seat"]
                return next(one["player"] for one in view["seats"] if one["seat"] == asked), view["hand"]
            await asyncio.sleep(0.02)


async def open_offer(gateway: Asking, table: str) -> dict[str, Any] | None:
    """The offer on the main pot, once there is one; None where the hand ends without."""
    async with asyncio.timeout(LONG_S):
        while True:
            hand = (await gateway.see(table, "ann"))["hand"]
            if hand is None or hand["phase"] in ("showdown", "over"):
                return None
            if hand["insurance"] and hand["insurance"]["offers"]:
                (offer,) = hand["insurance"]["offers"]
                return dict(offer)
            await asyncio.sleep(0.02)


async def an_offer(gateway: Asking) -> tuple[str, dict[str, Any]]:
    """A table with an open offer; cards are dealt by chance, and most all-ins have one."""
    for number in range(1, 30):
        table = f"s0-insured{number}"
        await all_in(gateway, table)
        offer = await open_offer(gateway, table)
        if offer is not None:
            return table, offer
    raise AssertionError("thirty all-ins without an offer")


async def lived(servers: NatsServers, table: str, kind: type) -> tuple[Table, list[Any]]:
    """The table as its log says once its first hand is over, its books closed, and its events of one kind."""
    client = await servers.connect()
    record: Record | None = None
    found: list[Any] = []
    try:
        reader = CommitReader(JetStreamApi(client))
        tail = await reader.tail(table)
        assert tail is not None
        async for batch in reader.commits(table, 1, tail.seq):
            for one in batch:
                events = codec.decode_all(one.commit)
                found += [event for event in events if isinstance(event, kind)]
                record = fold(record, one.commit, events)
                assert chips_on(record.table) == chips_due(record.table)
    finally:
        await client.close()
    assert record is not None
    return record.table, found


async def over(gateway: Asking, table: str) -> None:
    async with asyncio.timeout(LONG_S):
        while True:
            if (await gateway.see(table, "ann"))["hand"] is None:
                return
            await asyncio.sleep(0.05)


async def test_an_open_offer_survives_kill_9_and_is_bought_from_the_next_host(
    one_server: NatsServers, gateway: Asking, insurer: str, tmp_path: Path
) -> None:
    processes = TableProcesses(one_server, tmp_path)
    target = {"RIVERRUN_INSURANCE_TARGET": insurer, "RIVERRUN_INSURANCE_DEADLINE_MS": "5000"}
    async with processes.running(**target) as process:
        table, offer = await an_offer(gateway)
        process.signal(signal.SIGKILL)
    # No service is left to ask: the price stands in the log. The turn card comes without another offer.
    async with processes.running(RIVERRUN_INSURANCE_TARGET=NOBODY):
        assert await open_offer(gateway, table) == offer
        full = offer["full"]
        command = BuyInsurance(1, offer["street"], 0, full["coverage"])
        buyer = next(
            seat["player"]
            for seat in (await gateway.see(table, "ann"))["seats"]
            if seat["seat"] == offer["seat"]
        )
        assert not (await gateway.ask(table, buyer, command)).code
        await over(gateway, table)

    state, bought = await lived(one_server, table, InsuranceBought)
    assert [event.cover.premium for event in bought] == [full["premium"]]
    _, (settled,) = await lived(one_server, table, InsuranceSettled)
    assert settled.paid in (0, full["coverage"])
    assert state.insured == settled.taken - settled.paid


async def test_without_an_insurance_service_the_hand_goes_on(
    one_server: NatsServers, gateway: Asking, tmp_path: Path
) -> None:
    table = "s0-uninsured1"
    async with TableProcesses(one_server, tmp_path).running(RIVERRUN_INSURANCE_TARGET=NOBODY):
        await all_in(gateway, table)
        assert await open_offer(gateway, table) is None
        await over(gateway, table)

    state, none = await lived(one_server, table, InsuranceNotOffered)
    assert [(event.street, event.without[0].reason) for event in none] == [
        ("flop", "no_answer"),
        ("turn", "no_answer"),
    ]
    assert state.insured == 0
