"""A hand in progress at a fake host, and what its log holds."""

import asyncio
from collections.abc import Callable

from riverrun.contracts.table_commands import SitDown
from riverrun.holdem.state import Betting, Hand, Table, Turn
from services.table.codec import codec
from services.table.host.mailbox import LogWasAway
from tests.support.patience import LONG_S
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog

TABLE = "s0-test1234"
NO_NEWS = LogWasAway(0, 0)
"""Wakes an actor whose clock a test has moved."""


async def in_a_hand(host: FakeHost, table: str = TABLE) -> None:
    await host.open(table)
    for player in ("p1", "p2"):
        assert not (await host.ask(table, player, SitDown(500))).code
    await until(lambda: open_turn(host, table) is not None)


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG_S):
        while not happened():  # noqa: ASYNC110  what happens is not told
            await asyncio.sleep(0.001)


def state_of(host: FakeHost, table: str = TABLE) -> Table:
    return host.actor(table).hosted.table


def open_turn(host: FakeHost, table: str = TABLE) -> Turn | None:
    hand = state_of(host, table).hand
    return hand.phase.turn if hand is not None and isinstance(hand.phase, Betting) else None


def asked(host: FakeHost) -> tuple[Hand, Turn, str]:
    """The hand, the turn, and whose it is."""
    hand, turn = state_of(host).hand, open_turn(host)
    assert hand is not None
    assert turn is not None
    return hand, turn, hand.players[turn.at].player


def events_of(log: FencedLog, table: str, kind: type) -> list[object]:
    found = [event for commit in log.commits[table] for event in codec.decode_all(commit)]
    return [event for event in found if type(event) is kind]
