"""Dies by its own hand at a named place, so that tests can kill a table process at the worst moments.

Nothing of this is there unless `RIVERRUN_TABLE_DIE_AT` is set, and that is refused outside a sandbox. What
dies are wrappers around the ports; the host itself knows nothing of them.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from typing import get_args

from riverrun.contracts.commits import Commit
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import TableEvent
from riverrun.holdem.state import Transfer
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.snapshots import Snapshot
from riverrun.runtime.settings.environment import BadSetting
from services.table.host.feeds import Sent
from services.table.host.hosted import HostedTable, Log, Outlet
from services.table.host.outlet import SnapshotShelf
from services.table.host.record import TABLE_ACTOR
from services.table.ports.bank import Bank
from services.table.settings import DeathPoint

SHOWDOWN = frozenset({"hand.betting_closed", "hand.board_dealt", "hand.shown", "hand.ended"})
LOOP_TURNS_TO_SEND = 5


class Death:
    """Comes the `passes`-th time that `point` is passed once that many seconds have gone by."""

    def __init__(
        self,
        point: DeathPoint,
        passes: int,
        not_before_s: float,
        die: Callable[[], None],
        monotonic_s: Callable[[], float],
    ) -> None:
        self._point = point
        self._left = passes
        self._from_s = monotonic_s() + not_before_s
        self._die = die
        self._monotonic_s = monotonic_s

    def passing(self, point: DeathPoint) -> None:
        """Die, if this is the place and the time."""
        if point == self._point and self._monotonic_s() >= self._from_s:
            self._left -= 1
            if self._left == 0:
                self._die()


def appointed(text: str, *, sandbox: bool) -> Death | None:
    """The death that `point`, `point:passes` or `point:passes:seconds` asks for. Raises `BadSetting`."""
    if not text:
        return None
    if not sandbox:
        raise BadSetting("RIVERRUN_TABLE_DIE_AT kills the process: only with RIVERRUN_SANDBOX=1")
    point, _, when = text.partition(":")
    passes, _, seconds = when.partition(":")
    if point not in get_args(DeathPoint) or not ((passes or "1") + (seconds or "0")).isdecimal():
        raise BadSetting(f"RIVERRUN_TABLE_DIE_AT must be one of {', '.join(get_args(DeathPoint))}")
    return Death(point, int(passes or 1), int(seconds or 0), _kill_ourselves, time.monotonic)  # type: ignore[arg-type]


def _kill_ourselves() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class DyingLog:
    """Dies with an append on its way, or with one just acknowledged."""

    def __init__(self, log: Log, death: Death) -> None:
        self._log = log
        self._death = death

    async def append(self, commit: Commit, expected_seq: int) -> int:
        """As the log."""
        sending = asyncio.ensure_future(self._log.append(commit, expected_seq))
        for _ in range(LOOP_TURNS_TO_SEND):
            await asyncio.sleep(0)
        self._death.passing("unsettled")
        seq = await sending
        topics = {event.topic for event in commit.events}
        if commit.actor != TABLE_ACTOR:
            self._death.passing("unanswered")
        if topics & SHOWDOWN and "hand.turn_started" not in topics:
            self._death.passing("showdown")
        if "table.hosted" in topics:
            self._death.passing("hosted")
        for point in ("rolled", "carried_on"):
            if f"table.{point}" in topics:
                self._death.passing(point)
        return seq

    async def last_seq(self, table: TableId) -> int:
        """As the log."""
        return await self._log.last_seq(table)


class DyingOutlet:
    """Dies before views go out."""

    def __init__(self, outlet: Outlet, death: Death) -> None:
        self._outlet = outlet
        self._death = death

    async def publish(self, sent: list[Sent]) -> None:
        """As the outlet."""
        self._death.passing("unseen")
        await self._outlet.publish(sent)

    def committed(self, hosted: HostedTable, events: list[TableEvent]) -> None:
        """As the outlet."""
        self._outlet.committed(hosted, events)


class DyingShelf:
    """Dies while a snapshot is being written."""

    def __init__(self, shelf: SnapshotShelf, death: Death) -> None:
        self._shelf = shelf
        self._death = death

    def write_soon(self, snapshot: Snapshot) -> None:
        """As the shelf."""
        self._shelf.write_soon(snapshot)
        asyncio.get_running_loop().call_soon(self._death.passing, "snapshot")


class DyingBank:
    """Dies between a buy-in's reservation and its confirmation, the chips paid."""

    def __init__(self, bank: Bank, death: Death) -> None:
        self._bank = bank
        self._death = death

    async def pay(self, transfer: Transfer, config: TableConfig) -> None:
        """As the bank."""
        await self._bank.pay(transfer, config)
        self._death.passing("buy_in")
