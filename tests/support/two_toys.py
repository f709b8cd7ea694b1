"""Toy services under the supervisor: what it said, and a household to ask."""

import io
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from console.supervisor.data_folder import DataFolder
from console.supervisor.guard import Guard
from console.supervisor.health import Health
from console.supervisor.household import Household
from console.supervisor.ports import free_ports
from console.supervisor.screen import Screen
from console.supervisor.service import Service
from tests.support.patience import LONG_S
from tests.support.waiting import until


def toy(
    name: str,
    ailment: str = "none",
    ready_within_s: float = LONG_S,
    ends_within_s: float = LONG_S,
    health: Health | None = None,
) -> Service:
    """A service with nothing to do; what it suffers from is its ailment."""
    (port,) = free_ports(1)
    environment = {
        "RIVERRUN_LOG_FORMAT": "json",
        "RIVERRUN_HEALTH_PORT": str(port),
        "RIVERRUN_DRAIN_S": "0",
    }
    command = (sys.executable, "-m", "tests.support.toy_service", ailment)
    url = f"http://127.0.0.1:{port}/readyz"
    return Service(name, command, url, environment, ready_within_s, ends_within_s, health)


@dataclass
class Toys:
    """A household of toys, and all that was shown."""

    household: Household
    guard: Guard
    logs: Path
    said: io.StringIO

    def pid(self, name: str) -> int:
        return self.guard.pids[name]

    async def until(self, happened: Callable[[], bool]) -> None:
        await until(happened, seen=self.said.getvalue)


@asynccontextmanager
async def toys(folder: Path, *order: str) -> AsyncIterator[Toys]:
    """A household that ends with the test, and whoever it started."""
    data, said = DataFolder(folder), io.StringIO()
    data.prepare()
    with data.lock() as lock:
        guard = Guard(order, lock)
        screen = Screen(Console(file=said, width=200), verbose=False)
        household = Household(data.logs, guard, screen, lambda: None)
        try:
            yield Toys(household, guard, data.logs, said)
        finally:
            await household.stop()
            guard.close()
