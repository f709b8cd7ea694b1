"""Tables roll while they are played, by the clock and by order, and whatever is killed no chip is lost."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from console.archiving.signing import create_key, public_path
from console.reading.audited_ledgers import AuditedClub, ClubAudit
from riverrun.client import RiverrunClient
from riverrun.contracts.operator_commands import OrderRequest, RollTable, encode_order
from riverrun.contracts.subjects import orders_to
from riverrun.contracts.table_commands import SitDown, StandUp, View
from riverrun.contracts.table_events import TableCarriedOn, TableRolled
from riverrun.holdem.state import chips_on
from riverrun.kernel.identifiers import TableId, root_of
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub, LedgerStub
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR, OPERATOR, TABLE
from riverrun.runtime.tasks import end
from tests.support.club_house import ClubHouse, by
from tests.support.club_processes import ClubProcesses
from tests.support.gateway import running_gateway
from tests.support.judged_history import History, read_histories
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.service_process import ServiceProcess, service_process
from tests.support.table_process import QUICK, UNHURRIED, RawBot, TableProcesses, asking

PLAYERS = ("ann", "bob", "cid")
CHIPS = 1_000


async def histories(servers: NatsServers, root: TableId) -> list[History]:
    """All ids of a table, in order, each replayed and its chips counted."""
    client = await servers.connect(TABLE)
    try:
        tables = [one for one in await CommitReader(JetStreamApi(client)).tables() if root_of(one) == root]
        read = await read_histories(client, tables)
        return [read[table] for table in sorted(tables, key=_number)]
    finally:
        await client.close()


def _number(table: TableId) -> int:
    return int(table.removeprefix(root_of(table)).removeprefix("-") or 1)


def carried(history: History) -> tuple[int, int]:
    """How often the id rolled, and how often it was carried on from another."""
    events = history.events()
    return (
        sum(type(event) is TableRolled for event in events),
        sum(type(event) is TableCarriedOn for event in events),
    )


async def test_bots_and_a_watcher_go_on_through_roll_after_roll(
    one_server: NatsServers, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        await enter(TableProcesses(one_server, tmp_path).hosting(RIVERRUN_TABLE_ID_LIFE_S="2"))
        url = (await enter(running_gateway(one_server))).url
        client = await enter(RiverrunClient(url))
        await client.login_guest("Onlooker")
        table = await client.create_table(UNHURRIED)
        watching = await enter(await client.watch(table))
        told = {
            "RIVERRUN_GATEWAY_URL": url,
            "RIVERRUN_BOTS": "3",
            "RIVERRUN_BOT_TABLES": table,
            "RIVERRUN_BOT_THINK_MS": "0-5",
            "RIVERRUN_BOT_SEED": "1",
        }
        bots = await enter(service_process("services.bots", **told))
        await bots.wait_for("ready")
        hands: list[int] = []
        async with asyncio.timeout(LONG_S):
            async for update in watching:
                hands.append(update.view.hand_number)
                if _number(watching.table) >= 3 and update.view.hand_number > 3:
                    break
        async with asyncio.timeout(LONG_S):
            # One entry goes and the next comes; the list is written behind the tables' backs.
            while len([one for one in await client.tables() if root_of(one.table) == table]) != 1:  # noqa: ASYNC110
                await asyncio.sleep(0.2)

    assert hands == sorted(hands), "hands are numbered on"
    ids = await histories(one_server, table)
    assert [carried(one) for one in ids[:2]] == [(1, 0), (1, 1)]


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG_S):
        while not happened():  # noqa: ASYNC110  what happens is not told
            await asyncio.sleep(0.05)


class Club:
    """A club's table whose members have chips, before its table service dies at a point of the roll."""

    def __init__(self, stack: AsyncExitStack, servers: NatsServers, folder: Path) -> None:
        self.stack = stack
        self.servers = servers
        self.clubs = ClubProcesses(stack, servers, folder)
        self.tables = TableProcesses(servers, folder)
        self.folder = folder

    async def begin(self, die_at: str) -> None:
        await self.clubs.start()
        channel = open_channel(self.clubs.target)
        self.stack.push_async_callback(channel.close)
        self.house = ClubHouse(self.clubs.target, ClubsStub(channel), LedgerStub(channel))
        self.host = await self.start(RIVERRUN_SANDBOX="1", RIVERRUN_TABLE_DIE_AT=die_at)
        self.door = await self.stack.enter_async_context(asking(self.servers))
        self.club = await self.house.found()
        await self.house.join(self.club, *PLAYERS[1:])
        for player in PLAYERS:
            await self.house.grant(self.club, player, CHIPS)
        self.table = await self.house.open_table(self.club, QUICK)
        for player in PLAYERS:
            assert not (await self.door.ask(self.table, player, SitDown(500))).code

    async def start(self, **environ: str) -> ServiceProcess:
        target = {"RIVERRUN_CLUB_TARGET": self.clubs.target, "RIVERRUN_CLUB_DEADLINE_MS": "500"}
        return await self.stack.enter_async_context(self.tables.running(**target, **environ))

    async def order_roll(self) -> None:
        client = await self.servers.connect(OPERATOR)
        try:
            order = encode_order(OrderRequest("roll-1", "zoe", RollTable("month")))
            await client.request(orders_to(self.table), order, timeout=LONG_S)
        finally:
            await client.close()

    async def play(self, table: TableId, seconds: float) -> None:
        bots = [RawBot(self.door, table, player, seed) for seed, player in enumerate(PLAYERS)]
        async with asyncio.timeout(LONG_S):
            until = asyncio.get_running_loop().time() + seconds
            while asyncio.get_running_loop().time() < until:
                for bot in bots:
                    await bot.act_if_asked()
                await asyncio.sleep(0.01)

    async def audited(self) -> AuditedClub:
        client = await self.servers.connect(AUDITOR)
        try:
            api = JetStreamApi(client, AUDITOR.api_prefix)
            reader = CommitReader(api)
            audit = ClubAudit(api, reader)
            place = await audit.place()
            tables = [one for one in await reader.tables() if root_of(one) == self.table]
            cut = {table: tail for table in tables if (tail := await reader.tail(table)) is not None}
            clubs = await audit.audited(place, cut)
        finally:
            await client.close()
        return next(one for one in clubs if one.club == self.club.club)

    def audited_from_an_archive(self) -> dict[str, Any]:
        """What `riverrun audit` says where the signed totals of the closed id stand for its events."""
        key, archive = self.folder / "archive.pem", self.folder / "archive"
        create_key(key)
        self.riverrun("archive", "export", str(archive), "--key", str(key))
        public = str(public_path(key))
        told = self.riverrun("audit", "--json", "--archive", str(archive), "--public-key", public)
        report: dict[str, Any] = msgspec.json.decode(told)
        return report

    def riverrun(self, *command: str) -> str:
        environ = {**os.environ, AUDITOR.password_variable: self.servers.passwords[AUDITOR.password_variable]}
        whole = [sys.executable, "-m", "console", *command, "--nats", ",".join(self.servers.urls)]
        done = subprocess.run(whole, env=environ, capture_output=True, text=True, timeout=LONG_S, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with AsyncExitStack() as stack:
        servers = NatsServers(tmp_path / "nats", 1)
        stack.callback(servers.stop)
        await asyncio.to_thread(servers.start)
        await servers.found()
        yield Club(stack, servers, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("die_at", ["rolled", "carried_on"])
async def test_a_host_that_dies_in_the_middle_of_a_roll_leaves_no_chip_behind(
    club: Club, die_at: str
) -> None:
    await club.begin(die_at)
    await club.play(club.table, 1)
    # Where no hand is in progress it rolls, and dies, before its answer is out.
    ordering = asyncio.create_task(club.order_roll(), name="order")
    playing = asyncio.create_task(club.play(club.table, LONG_S), name="play on")
    await until(lambda: club.host.returncode is not None)
    await end(ordering, playing)
    await club.clubs.kill()
    await club.start()
    await club.clubs.start()
    following = f"{club.table}-2"
    assert not (await club.door.ask(club.table, "ann", View())).code
    assert not (await club.door.ask(following, "ann", View())).code, "open before the id before is spoken for"
    await club.play(following, 2)
    # Chips come to the new id as they came to the old one, and go home from there.
    await club.door.ask(following, "ann", StandUp())
    found = await club.audited()
    async with asyncio.timeout(LONG_S):
        while found.not_brought_over or found.on_the_way:
            assert found.finding is None, found
            await asyncio.sleep(0.2)
            found = await club.audited()

    old, new = await histories(club.servers, club.table)
    assert (carried(old), carried(new)) == ((1, 0), (0, 1))
    assert old.record is not None
    assert chips_on(old.record.table) == 0
    assert found.members + found.at_tables + found.revenue == found.minted == len(PLAYERS) * CHIPS
    shown = await club.house.clubs.Show(pb.ShowRequest(by=by("ann"), club=club.club.club), timeout=LONG_S)
    assert [(one.table, one.open) for one in shown.tables] == [(club.table, False), (following, True)]
    archived = await asyncio.to_thread(club.audited_from_an_archive)
    assert [one["table"] for one in archived["tables"]] == [club.table, following]
    assert archived["clean"], archived
