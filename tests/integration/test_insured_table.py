"""Table, insurance and evaluator as they run: an offer outlives its host, and a hand its insurer (R9)."""

import itertools
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from msgspec.structs import replace

from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_events import InsuranceBought, InsuranceNotOffered, InsuranceSettled
from riverrun.holdem.state import Table, chips_due, chips_on
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.codec import codec
from services.table.host.record import Record, fold
from tests.support.all_ins import an_offer, buy_full, open_offer, over, push_all_in
from tests.support.insurer import NOBODY, insured_by, running_insurer
from tests.support.nats_server import NatsServers
from tests.support.table_process import UNHURRIED, Asking, TableProcesses, asking, open_table

INSURED = replace(UNHURRIED, insurance=InsuranceOptions(offered=True, prompt_ms=60_000))


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[Asking]:
    async with asking(one_server) as door:
        yield door


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


async def test_an_open_offer_survives_kill_9_and_is_bought_from_the_next_host(
    one_server: NatsServers, gateway: Asking, tmp_path: Path
) -> None:
    processes = TableProcesses(one_server, tmp_path)
    numbers = itertools.count(1)

    async def next_table() -> str:
        table = f"s0-insured{next(numbers)}"
        await open_table(gateway, table, INSURED)
        return table

    async with running_insurer() as insurer, processes.running(**insured_by(insurer)) as process:
        table, offer = await an_offer(gateway, next_table)
        process.signal(signal.SIGKILL)
    # No service is left to ask: the price stands in the log. The turn card comes without another offer.
    async with processes.running(RIVERRUN_INSURANCE_TARGET=NOBODY):
        assert await open_offer(gateway, table) == offer
        await buy_full(gateway, table, offer)
        await over(gateway, table)

    state, bought = await lived(one_server, table, InsuranceBought)
    full = offer["full"]
    assert [event.cover.premium for event in bought] == [full["premium"]]
    _, (settled,) = await lived(one_server, table, InsuranceSettled)
    assert settled.paid in (0, full["coverage"])
    assert state.insured == settled.taken - settled.paid


async def test_without_an_insurance_service_the_hand_goes_on(
    one_server: NatsServers, gateway: Asking, tmp_path: Path
) -> None:
    table = "s0-uninsured1"
    async with TableProcesses(one_server, tmp_path).running(RIVERRUN_INSURANCE_TARGET=NOBODY):
        await open_table(gateway, table, INSURED)
        await push_all_in(gateway, table)
        assert await open_offer(gateway, table) is None
        await over(gateway, table)

    state, none = await lived(one_server, table, InsuranceNotOffered)
    assert [(event.street, event.without[0].reason) for event in none] == [
        ("flop", "no_answer"),
        ("turn", "no_answer"),
    ]
    assert state.insured == 0
