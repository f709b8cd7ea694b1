"""All computer players of this process, as one part of it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

from riverrun.runtime.serving.guard import Guard
from riverrun.runtime.tasks import end


class Player(Protocol):
    """What the swarm knows of a bot."""

    name: str

    async def live(self) -> None: ...

    async def leave(self) -> None: ...


class Swarm:
    """Each bot lives in a task of its own; before they end, all leave their seats."""

    def __init__(self, bots: Sequence[Player], guard: Guard) -> None:
        self._bots = bots
        self._guard = guard
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> Mapping[str, str]:
        self._tasks = [self._guard(bot.live(), f"bot {bot.name}") for bot in self._bots]
        return {"bots": str(len(self._bots))}

    async def drain(self) -> None:
        await asyncio.gather(*(bot.leave() for bot in self._bots))

    async def stop(self) -> None:
        await end(*self._tasks)
