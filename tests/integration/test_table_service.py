"""The table service on a real NATS: killed in mid-hand it goes on, and nothing acknowledged is missing."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from riverrun.contracts.table_commands import ExportHand, Fold, SitDown, StandUp
from riverrun.holdem.state import chips_due, chips_on
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import LoggedCommit
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.tasks import end
from services.table.codec import codec
from services.table.host.record import Record, fold
from tests.support.nats_server import NatsServers
from tests.support.table_process import UNHURRIED, Asking, RawBot, TableProcesses, asking, open_table
from tests.support.waiting import waiting_for

PLAYERS = ("ann", "bob", "cid", "dot")


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[Asking]:
    async with asking(one_server) as door:
        yield door


@pytest.fixture
def processes(one_server: NatsServers, tmp_path_factory: pytest.TempPathFactory) -> TableProcesses:
    folder = Path(tmp_path_factory.getbasetemp()) / "table-keys"
    folder.mkdir(exist_ok=True)
    return TableProcesses(one_server, folder)


async def history(servers: NatsServers, table: str) -> list[LoggedCommit]:
    """All commits of a table."""
    client = await servers.connect()
    try:
        reader = CommitReader(JetStreamApi(client))
        tail = await reader.tail(table)
        assert tail is not None
        return [one async for batch in reader.commits(table, 1, tail.seq) for one in batch]
    finally:
        await client.close()


def replayed(commits: list[LoggedCommit]) -> Record:
    record: Record | None = None
    for one in commits:
        record = fold(record, one.commit, codec.decode_all(one.commit))
        table = record.table
        assert chips_on(table) == chips_due(table)
    assert record is not None
    return record


async def play(bots: list[RawBot], seconds: float) -> None:
    """Everybody acts when asked, for a while."""

    async def one(bot: RawBot) -> None:
        while True:
            if not await bot.act_if_asked():
                await asyncio.sleep(0.01)

    playing = [asyncio.create_task(one(bot), name=f"play {bot.player}") for bot in bots]
    try:
        ended, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*playing)
    for failed in ended:
        failed.result()


async def play_beyond(bots: list[RawBot], gateway: Asking, table: str, hand: int) -> None:
    """Everybody acts when asked until a later hand than that one has begun."""
    async with waiting_for(f"a hand after {hand}"):
        while (await gateway.see(table, PLAYERS[0]))["hand_number"] <= hand:
            await play(bots, 0.5)


async def seated(gateway: Asking, table: str) -> list[RawBot]:
    await open_table(gateway, table, UNHURRIED)
    for player in PLAYERS:
        assert not (await gateway.ask(table, player, SitDown(1_000))).code
    return [RawBot(gateway, table, player, seed) for seed, player in enumerate(PLAYERS)]


async def test_a_table_service_killed_in_mid_hand_loses_and_doubles_nothing(
    one_server: NatsServers, gateway: Asking, processes: TableProcesses
) -> None:
    table = "s0-killed01"
    async with processes.running() as process:
        bots = await seated(gateway, table)
        await play(bots, 1.5)
        process.signal(signal.SIGKILL)
        before = await gateway_hand(one_server, table)
    for _ in range(3):
        async with processes.running() as process:
            await play(bots, 4.5)
            process.signal(signal.SIGKILL)
    async with processes.running():
        await play(bots, 4.5)
        await play_beyond(bots, gateway, table, before)
    commits = await history(one_server, table)
    record = replayed(commits)
    assert record.table.hand_number > before, "the game went on"
    assert record.table.bought == 4_000
    in_log = Counter((one.commit.actor, one.commit.command) for one in commits)
    assert not [pair for pair in gateway.acknowledged if in_log[pair] != 1]
    assert max(in_log.values()) == 1, "no command and no step was taken twice"


async def gateway_hand(servers: NatsServers, table: str) -> int:
    return (await history(servers, table))[-1].commit.hand


async def test_a_command_repeated_after_a_restart_gets_its_first_answer(
    one_server: NatsServers, gateway: Asking, processes: TableProcesses
) -> None:
    table = "s0-repeat01"
    async with processes.running() as process:
        await open_table(gateway, table)
        first = await gateway.ask(table, "ann", SitDown(1_000, seat=4), "sit-ann")
        process.signal(signal.SIGKILL)
    async with processes.running():
        again = await gateway.ask(table, "ann", SitDown(1_000, seat=4), "sit-ann")
        other = await gateway.ask(table, "ann", SitDown(1_000, seat=4), "sit-ann-2")
    assert msgspec.json.decode(again.result) == msgspec.json.decode(first.result) == {"seat": 4}
    assert other.code == "already_seated"
    assert len([one for one in await history(one_server, table) if one.commit.command == "sit-ann"]) == 1


async def test_a_finished_hand_is_exported_with_proofs_for_its_player_alone(
    gateway: Asking, processes: TableProcesses
) -> None:
    table = "s0-export01"
    async with processes.running():
        bots = await seated(gateway, table)
        await play_beyond(bots, gateway, table, 1)
        mine = await gateway.ask(table, "ann", ExportHand(1))
        public = await gateway.ask(table, "stranger", ExportHand(1))
        future = await gateway.ask(table, "ann", ExportHand(10_000))
    assert not mine.code
    assert not public.code
    assert future.code == "unknown_hand"
    own = msgspec.json.decode(mine.result)
    theirs = msgspec.json.decode(public.result)
    assert own["viewer"] is not None
    assert theirs["viewer"] is None
    assert len(own["openings"]) >= len(theirs["openings"])


async def test_refusals_come_back_with_code_and_numbers_and_the_table_goes_on(
    gateway: Asking, processes: TableProcesses
) -> None:
    table = "s0-refuse01"
    async with processes.running():
        assert (await gateway.ask("s0-nowhere1", "ann", StandUp())).code == "unknown_table"
        await open_table(gateway, table)
        assert (await gateway.ask(table, "ann", StandUp())).code == "not_seated"
        poor = await gateway.ask(table, "ann", SitDown(1))
        assert (poor.code, poor.details) == (
            "buy_in_out_of_bounds",
            {"min_buy_in": 100, "max_buy_in": 5_000},
        )
        assert not (await gateway.ask(table, "ann", SitDown(500))).code
        assert (await gateway.ask(table, "ann", Fold(1, 1))).code == "hand_over"
        assert b"bad_message" in await gateway.answered(table, b"{nonsense")
        assert not (await gateway.ask(table, "ann", StandUp())).code
