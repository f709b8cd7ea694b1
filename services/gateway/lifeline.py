"""Notices a NATS server that is up but cut off from its peers, and goes to another."""

from collections.abc import Awaitable, Callable

import nats.errors

from riverrun.contracts.subjects import LOBBY_BUCKET
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.jetstream_api import JetStreamApi

BEAT_S = 1.0
ANSWER_WITHIN_S = 1.0
PATIENCE_S = 5.0
"""Longer than it takes to elect a leader as a rule: until then no server would answer."""
NOBODYS_TABLE = "s0-nobodys"


class Lifeline:
    """`run` is a task of the gateway's own. `ask` is answered only by a server that has its peers."""

    def __init__(
        self, ask: Callable[[], Awaitable[None]], go_elsewhere: Callable[[], Awaitable[None]], clock: Clock
    ) -> None:
        self._ask = ask
        self._go_elsewhere = go_elsewhere
        self._clock = clock

    async def run(self) -> None:
        """For ever."""
        answered_s = self._clock.monotonic_s()
        while True:
            await self._clock.sleep(BEAT_S)
            if await self._is_answered():
                answered_s = self._clock.monotonic_s()
            elif self._clock.monotonic_s() - answered_s > PATIENCE_S:
                answered_s = self._clock.monotonic_s()
                await self._go_elsewhere()

    async def _is_answered(self) -> bool:
        try:
            await self._ask()
        except (nats.errors.Error, OSError, ApiRefused):
            return False
        return True


class LobbysLeader:
    """Asks the lobby's leader for what it surely has not: the least it can be asked."""

    def __init__(self, api: JetStreamApi) -> None:
        self._api = api

    async def ask(self) -> None:
        """Return when the leader has answered. Raises what it raises."""
        query = {"last_by_subj": f"$KV.{LOBBY_BUCKET}.{NOBODYS_TABLE}"}
        await self._api.message(f"KV_{LOBBY_BUCKET}", query, ANSWER_WITHIN_S)
