"""Bots and a person at a real table: each its own process, through the gateway only."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from riverrun.client import RiverrunClient, WatchedTable
from riverrun.kernel.identifiers import TableId
from tests.support.gateway import running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.service_process import ServiceProcess, service_process
from tests.support.table_process import UNHURRIED, TableProcesses

pytestmark = pytest.mark.asyncio(loop_scope="module")


class House:
    """A gateway with one table, watched by somebody who has no seat."""

    def __init__(self, url: str, watching: WatchedTable, folder: Path) -> None:
        self.url = url
        self.watching = watching
        self.table: TableId = watching.table
        self.folder = folder

    @asynccontextmanager
    async def bots(self, count: int, **environ: str) -> AsyncIterator[ServiceProcess]:
        told = {
            "RIVERRUN_GATEWAY_URL": self.url,
            "RIVERRUN_BOTS": str(count),
            "RIVERRUN_BOT_TABLES": self.table,
            "RIVERRUN_BOT_THINK_MS": "0-5",
            "RIVERRUN_BOT_SEED": "1",
            "RIVERRUN_BOT_ROSTER": str(self.folder / "bots.json"),
        }
        async with service_process("services.bots", **told, **environ) as process:
            await process.wait_for("ready")
            yield process

    def seated(self) -> dict[int, str]:
        return {seat.seat: seat.player for seat in self.watching.view.seats}

    async def hands(self, more: int) -> None:
        """Wait until so many hands more are dealt."""
        enough = self.watching.view.hand_number + more
        await self.until(lambda: self.watching.view.hand_number >= enough)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until what the table shows is so."""
        async with asyncio.timeout(LONG_S):
            if not holds():
                async for _ in self.watching:
                    if holds():
                        return


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def url(one_server: NatsServers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A gateway before a table service, shared by this file's tests."""
    tables = TableProcesses(one_server, tmp_path_factory.mktemp("keys"))
    async with tables.hosting(), running_gateway(one_server) as gateway:
        yield gateway.url


@pytest_asyncio.fixture(loop_scope="module")
async def house(url: str, tmp_path: Path) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(RiverrunClient(url))
        await client.login_guest("Onlooker")
        watching = await stack.enter_async_context(await client.watch(await client.create_table(UNHURRIED)))
        yield House(url, watching, tmp_path)


async def test_bots_play_hand_after_hand_and_leave_their_seats_when_told_to_stop(house: House) -> None:
    async with house.bots(4) as bots:
        await house.until(lambda: len(house.seated()) == 4)
        await house.hands(10)
        assert len(house.seated()) == 4

        bots.signal(signal.SIGTERM)
        assert await bots.ended() == 0

    await house.until(lambda: not house.seated())
    assert "visit_failed" not in bots.events()


async def test_bots_killed_in_the_middle_of_a_hand_find_their_seats_again(house: House) -> None:
    async with house.bots(3) as bots:
        await house.until(lambda: len(house.seated()) == 3)
        await house.hands(2)
        before = house.seated()
        bots.signal(signal.SIGKILL)
        await bots.ended()

    async with house.bots(3) as bots:
        await bots.wait_for("found_its_seat")
        await house.hands(3)
        assert house.seated() == before


async def test_one_seat_is_left_to_people(house: House) -> None:
    async with house.bots(8):
        await house.until(lambda: len(house.seated()) == UNHURRIED.seats - 1)
        await house.hands(10)
        assert len(house.seated()) == UNHURRIED.seats - 1


async def test_a_script_plays_among_bots_and_its_hands_are_proven(house: House) -> None:
    async with house.bots(3):
        await house.hands(1)
        # So many turns are never one hand alone, and so many chips are not lost in them.
        stack, kept_at = ("--buy-in", "5000"), ("--save-hands", str(house.folder / "hands"))
        code, told = await play(house, "c\n" * 12, *stack, *kept_at)

    assert code == 0, told
    assert "You are dealt" in told
    assert told.count("> Your turn") >= 12
    assert "You leave with" in told
    kept = sorted((house.folder / "hands").iterdir())
    assert kept
    code, verdict = await command("verify", str(kept[-1]))
    assert (code, "VERIFIED" in verdict) == (0, True), verdict


async def test_who_comes_back_under_the_same_name_is_the_same_player(house: House) -> None:
    async with house.bots(2):
        await play(house, "c\n")
        # He may have left with more than he brought, and brings that back at least (R8.6).
        code, told = await play(house, "c\n", "--buy-in", "5000")

    assert code == 0, told
    assert (house.folder / "config" / "riverrun" / "guests.json").exists()


async def test_where_nobody_answers_the_person_is_told_what_to_do() -> None:
    code, told = await command("play", "--url", "http://127.0.0.1:9")

    assert code == 1
    assert "riverrun up" in told


async def test_an_unknown_table_is_told_in_plain_words(house: House) -> None:
    code, told = await play(house, "", "--table", "s0-nosuchtable")

    assert code == 1
    assert told == "Error: No such table.\n"


async def play(house: House, typed: str, *options: str) -> tuple[int, str]:
    """`riverrun play` as a script drives it."""
    options = ("--url", house.url, "--table", house.table, "--name", "Ann", "--buy-in", "1000", *options)
    return await command("play", *options, typed=typed, config=house.folder / "config")


async def command(*arguments: str, typed: str = "", config: Path | None = None) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "console",
        *arguments,
        env={"XDG_CONFIG_HOME": str(config or "")},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(LONG_S):
            output, _ = await process.communicate(typed.encode())
    finally:
        if process.returncode is None:
            process.kill()
    return process.returncode or 0, output.decode()
