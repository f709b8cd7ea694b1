"""Whatever happens to a bot, it begins anew; only being told to leave ends it."""

import asyncio
from random import Random
from types import TracebackType
from typing import Self

import aiohttp
import pytest

from riverrun.client import Refused
from riverrun.client.backoff import Backoff
from riverrun.contracts.rest_messages import Guest
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry
from services.bots.bot import Bot
from services.bots.easy import choose
from services.bots.placement import Placement
from services.bots.roster import Entry, Roster
from services.bots.settings import Pause
from tests.support.patience import LONG_S
from tests.unit.bots.fake_table import FakeTable


class FakeDoor:
    """Stands for the client: it fails as often as it is told to, then lets the bot in to a table."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.tokens: list[str] = []
        self.guests: list[str] = []
        self.watched: list[str] = []
        self.inside = asyncio.Event()
        self.table = FakeTable()

    def __call__(self, *, token: str) -> "FakeDoor":
        self.tokens.append(token)
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held open."""

    async def login_guest(self, name: str) -> Guest:
        self.guests.append(name)
        return Guest("p2", name, f"token {len(self.guests)}", 0)

    async def tables(self) -> list[LobbyEntry]:
        return [LobbyEntry("s0-fake", "Fake", "play", "PLAY", 9, 0, 50, 100, 4_000, 20_000, 0, 0)]

    async def create_table(self, config: TableConfig | None = None) -> str:
        raise AssertionError("there is a table")

    async def watch(self, table: str) -> FakeTable:
        self.watched.append(table)
        if self.failures:
            raise self.failures.pop(0)
        self.table.seat_bot()
        self.inside.set()
        return self.table


def bot_at(door: FakeDoor, roster: Roster | None = None) -> Bot:
    return Bot("Eniac", door, choose, Pause(0, 0), Placement((), 1), roster or Roster(""), Random(1))


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Backoff, "next_s", lambda _: 0.0)


async def lets_in(door: FakeDoor, bot: Bot) -> None:
    """The bot lives until it is inside, then leaves."""
    living = asyncio.create_task(bot.live(), name="bot")
    async with asyncio.timeout(LONG_S):
        await door.inside.wait()
        await asyncio.sleep(0.01)
        await bot.leave()
        door.table.free_seat()
        await living


async def test_it_comes_in_as_a_guest_and_leaves_when_told() -> None:
    door = FakeDoor()

    await lets_in(door, bot_at(door))

    assert door.guests == ["Eniac"]
    assert door.table.done == ["stand up"]


@pytest.mark.parametrize(
    "failure",
    [
        aiohttp.ClientConnectionError("nobody answers"),
        TimeoutError(),
        Refused("table_unavailable", "the table does not answer"),
        Refused("unknown_table", "no such table"),
        KeyError("a bug of ours"),
    ],
)
async def test_no_failure_keeps_it_away(failure: Exception) -> None:
    door = FakeDoor(failure, failure)

    await lets_in(door, bot_at(door))

    assert len(door.watched) == 3


async def test_it_comes_back_as_who_it_was_to_where_it_sat() -> None:
    roster = Roster("")
    roster.keep("Eniac", Entry("kept token", "s0-kept"))
    door = FakeDoor()

    await lets_in(door, bot_at(door, roster))

    assert (door.tokens, door.watched, door.guests) == (["kept token"], ["s0-kept"], [])


async def test_a_token_that_is_known_no_more_makes_it_a_new_guest() -> None:
    roster = Roster("")
    roster.keep("Eniac", Entry("old token", "s0-kept"))
    door = FakeDoor(Refused("not_authenticated", "a valid token is needed"))

    await lets_in(door, bot_at(door, roster))

    assert door.tokens == ["old token", ""]
    assert roster.of("Eniac").token == "token 1"


async def test_an_empty_account_makes_it_a_new_guest() -> None:
    door = FakeDoor()
    refused = {"type": "table.buy_in_refused", "seat": 2, "amount": 1, "reason": "empty"}
    door.table.seat_bot()
    door.table.happens(door.table.view, refused)

    await lets_in(door, bot_at(door))

    assert door.guests == ["Eniac", "Eniac"]


async def test_who_left_in_order_is_free_to_sit_elsewhere_next_time() -> None:
    roster = Roster("")
    door = FakeDoor()

    await lets_in(door, bot_at(door, roster))

    assert roster.of("Eniac") == Entry("token 1", "")
