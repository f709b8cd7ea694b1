"""A club from its founding to its owner's leave, all by `riverrun club` before a running system."""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest_asyncio
import structlog
from click.testing import CliRunner, Result

from console.__main__ import main
from console.account.kept_accounts import KeptAccounts
from riverrun.client import RiverrunClient, WatchedTable
from tests.support.club_house import running_clubs
from tests.support.gateway import running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_process import TableProcesses

QUICK = ("clocks.between_hands_ms=30", "clocks.runout_ms=10", f"clocks.decision_ms={1_000 * LONG_S}")
BUY_INS = ("min_buy_in=100", "max_buy_in=600")
RAKED = ("small_blind=5", "big_blind=10", "rake.bps=1000", "rake.cap_two=50")


@dataclass
class Person:
    """One at a terminal of his own."""

    url: str
    home: Path
    name: str

    @property
    def environment(self) -> dict[str, str]:
        return {"HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home), "RIVERRUN_URL": self.url}

    async def register(self) -> str:
        login = f"{self.name}-{self.home.parent.name}@example.org"
        words = ("--login", login, "--name", self.name, "--password", "correct horse", "--url", self.url)
        await self.done("register", *words)
        return self.player

    @property
    def player(self) -> str:
        return json.loads(self.kept.read_text())["accounts"][self.url]["player"]  # type: ignore[no-any-return]

    @property
    def kept(self) -> Path:
        return self.home / "riverrun" / "accounts.json"

    async def type(self, *words: str) -> Result:
        return await asyncio.to_thread(CliRunner().invoke, main, list(words), env=self.environment)

    async def done(self, *words: str) -> str:
        """What a command says that goes well."""
        result = await self.type(*words)
        assert result.exit_code == 0, (words, result.output)
        return result.stdout

    async def club(self, *words: str) -> Any:
        """The same of `riverrun club`, as a script reads it."""
        return json.loads(await self.done("club", *words, "--json"))

    async def refused(self, *words: str) -> str:
        result = await self.type("club", *words)
        assert result.exit_code == 1, (words, result.output)
        return result.stderr.removeprefix("Error: ").partition(":")[0]

    async def at_table(self, table: str, buy_in: int, hands: int) -> None:
        """Sit down, call everything for so many hands, and stand up."""
        async with self.client() as client, await client.watch(table) as seat:
            await seat.sit_down(buy_in)
            await _call_down(seat, hands)
            await seat.stand_up()

    async def sees_seated(self, table: str) -> None:
        """Wait until the lobby lists somebody there."""
        async with self.client() as client, asyncio.timeout(LONG_S):
            async for tables in await client.watch_lobby():
                if any(one.table == table and one.seated for one in tables):
                    return

    @asynccontextmanager
    async def client(self) -> AsyncIterator[RiverrunClient]:
        account = KeptAccounts(self.kept).of(self.url)
        assert account is not None
        async with RiverrunClient(self.url) as client:
            client.login_account(account)
            yield client


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    until_s = time.monotonic() + LONG_S
    while not await so():
        assert time.monotonic() < until_s
        await asyncio.sleep(0.1)


async def _call_down(seat: WatchedTable, hands: int) -> None:
    async for _ in seat:
        if seat.view.hand_number > hands:
            return
        if seat.my_turn:
            await (seat.call() if seat.my_turn.call_amount else seat.check())


@pytest_asyncio.fixture
async def people(tmp_path: Path) -> AsyncIterator[dict[str, Person]]:
    # The services run here too: what they log must not get between the words of a command.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.__stderr__))
    servers = NatsServers(tmp_path / "nats")
    servers.start()
    async with AsyncExitStack() as stack:
        stack.callback(servers.stop)
        await servers.found()
        clubs = await stack.enter_async_context(running_clubs(servers, keys=tmp_path))
        tables = TableProcesses(servers, tmp_path)
        await stack.enter_async_context(tables.hosting(RIVERRUN_CLUB_TARGET=clubs.target))
        gateway = await stack.enter_async_context(running_gateway(servers, club_target=clubs.target))
        names = ("Ann", "Mia", "Gus", "Bob", "Eve")
        found = {name: Person(gateway.url, tmp_path / name, name) for name in names}
        for person in found.values():
            await person.register()
        yield found


async def test_a_clubs_life(people: dict[str, Person]) -> None:
    ann, mia, gus, bob, eve = people.values()
    await _founded_and_joined(ann, mia, gus, bob, eve)
    await _granted_once(ann, bob, mia)
    table = await _played(ann, bob, mia)
    await _settled(ann, mia, gus)
    await _corrected(ann, mia, bob)
    await _closed(ann, bob, mia, table)
    await _for_oneself(bob, eve)
    await _as_a_shell_runs_it(bob)


async def _founded_and_joined(ann: Person, mia: Person, gus: Person, bob: Person, eve: Person) -> None:
    club = await ann.club("found", "Rhine")
    assert (club["role"], club["kind"]) == ("owner", "play")
    for person in (mia, gus, bob, eve):
        await person.club("join", club["code"])
    asking = [one["name"] for one in await ann.club("members") if one["role"] == "asks to join"]
    assert sorted(asking) == ["Bob", "Eve", "Gus", "Mia"]
    for name in ("Mia", "Gus", "Bob"):
        await ann.club("admit", name)
    await ann.club("decline", "Eve")
    assert await eve.club("mine") == []
    await ann.club("role", "Mia", "manager")
    await ann.club("role", "Gus", "agent")
    await ann.club("terms", "Gus", "25%")
    await mia.club("agent", "Bob", "Gus")
    assert await bob.refused("grant", "Bob", "5", "--note", "please") == "not_allowed"
    assert [one["name"] for one in await gus.club("members")] == ["Bob"]
    listed = await ann.done("club", "members")
    assert "25 %" in listed
    changed = await ann.club("code")
    assert changed["code"] != club["code"]
    assert await eve.refused("join", club["code"]) == "unknown_club"


async def _granted_once(ann: Person, bob: Person, mia: Person) -> None:
    for _ in range(2):
        grant = ("grant", "Bob", "1,000", "--note", "welcome", "--key", "bobs-welcome")
        assert (await mia.club(*grant))["balance"] == 1_000
    await mia.club("grant", "me", "1000", "--note", "welcome")
    await ann.club("take-back", "Bob", "100", "--note", "too many")
    assert (await bob.club("balance"))["balance"] == 900
    statement = await bob.club("statement")
    assert [(one["amount"], one["note"]) for one in statement] == [(-100, "too many"), (1_000, "welcome")]
    assert await ann.refused("take-back", "Bob", "901", "--note", "all") == "not_enough_chips"
    await ann.club("credit", "Bob", "50", "--note", "he is good for it")
    assert (await bob.club("balance"))["limit"] == -50


async def _played(ann: Person, bob: Person, mia: Person) -> str:
    settings = [word for option in (*QUICK, *BUY_INS, *RAKED) for word in ("--set", option)]
    assert await ann.refused("template", "save", "daily", "--set", "seats=11") == "bad_template"
    await ann.club("template", "save", "daily", *settings)
    await ann.club("template", "save", "daily", "--set", "name=Daily")
    (kept,) = await mia.club("template", "list")
    assert (kept["name"], kept["big_blind"], kept["rake_bps"]) == ("Daily", 10, 1_000)
    await ann.club("bounds", "--big-blind", "5")
    assert await ann.refused("table", "open", "daily") == "above_club_limit"
    assert (await ann.club("bounds", "--big-blind", "100", "--tables", "3"))["tables"] == 3
    table = str((await ann.club("table", "open", "daily"))["table"])
    playing = asyncio.create_task(bob.at_table(table, 600, 3), name="Bob plays")
    await ann.sees_seated(table)
    assert [one["table"] for one in await ann.club("table", "list")] == [table]
    assert await bob.refused("leave") == "still_seated"
    await asyncio.gather(playing, mia.at_table(table, 600, 3))
    await until(lambda: _at_home(ann, table))
    return table


async def _at_home(ann: Person, table: str) -> bool:
    accounts = {one["account"]: one["balance"] for one in await ann.club("accounts")}
    assert sum(accounts.values()) == 0
    return not accounts[f"table:{table}"] and not accounts[f"pending:{table}"]


async def _settled(ann: Person, mia: Person, gus: Person) -> None:
    revenue = (await ann.club("balance", "revenue"))["balance"]
    assert revenue > 0
    closed = await ann.club("settle", "2026-11")
    assert sum(one["rake"] for one in closed["lines"]) == revenue
    assert await ann.club("settle", "2026-11") == closed
    assert await mia.club("periods", "2026-11") == closed
    assert [one["period"] for one in await gus.club("periods")] == ["2026-11"]
    own = await gus.club("periods", "2026-11")
    shares = [one["rakeback"] for one in own["lines"]]
    assert [one["agent"] for one in own["lines"]] == [gus.player] * len(shares)
    if sum(shares):
        assert await gus.refused("leave") == "chips_left"
        assert (await gus.club("collect", str(sum(shares))))["balance"] == 0
    assert (await gus.club("balance"))["balance"] == sum(shares)


async def _corrected(ann: Person, mia: Person, bob: Person) -> None:
    proposed = await ann.club("adjustment", "propose", "mint", "Bob", "9", "--note", "a lost hand")
    assert await ann.refused("adjustment", "approve", proposed["adjustment"]) == "second_person_needed"
    assert [one["amount"] for one in await mia.club("adjustment", "list")] == [9]
    assert (await mia.club("adjustment", "approve", proposed["adjustment"]))["amount"] == 9
    given_up = await mia.club("adjustment", "propose", "Bob", "mint", "9", "--note", "no, it was right")
    await mia.club("adjustment", "drop", given_up["adjustment"])
    assert await mia.club("adjustment", "list") == []


async def _closed(ann: Person, bob: Person, mia: Person, table: str) -> None:
    await ann.club("table", "pause", table)
    await mia.club("table", "continue", table)
    assert await ann.club("table", "turned-away", table) == []
    await ann.club("table", "close", table)
    await ann.club("template", "drop", "daily")
    assert await bob.refused("leave") == "chips_left"
    left = (await ann.club("balance", "Bob"))["balance"]
    await ann.club("take-back", "Bob", str(left), "--note", "farewell")
    await ann.club("remove", "Bob")
    assert await bob.club("mine") == []
    code = (await ann.club("show"))["code"]
    await bob.club("join", code)
    await mia.club("ban", "Bob")
    assert await bob.refused("join", code) == "banned_from_club"
    await ann.club("unban", "Bob")
    await bob.club("join", code)
    await ann.club("role", "Mia", "owner")
    await ann.club("leave")
    (club,) = await mia.club("mine")
    assert (club["role"], club["members"]) == ("owner", 2)


async def _for_oneself(bob: Person, eve: Person) -> None:
    await bob.done("me", "limit", "buy-in", "5,000")
    listed = await bob.done("me", "limit", "loss-day", "300")
    assert [line.split() for line in listed.splitlines()][1:] == [["buy-in", "5,000"], ["loss-day", "300"]]
    counted = json.loads(await bob.done("me", "standing", "--json"))
    assert {(one["limit"], one["value"]) for one in counted} == {("loss_day", 300)}
    await bob.done("me", "block", eve.player)
    shown = json.loads(await bob.done("me", "show", "--json"))
    assert (shown["rules"]["buy_in_limit"], shown["rules"]["blocked"]) == (5_000, [eve.player])
    await bob.done("me", "unblock", eve.player)
    (device,) = json.loads(await bob.done("me", "devices", "--json"))
    assert device["session"]


async def _as_a_shell_runs_it(bob: Person) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "console", "club", "mine"),
        env={**os.environ, **bob.environment},
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(LONG_S):
        said, _ = await process.communicate()
    assert said.decode() == "You belong to no club: `riverrun club found NAME`.\n"
