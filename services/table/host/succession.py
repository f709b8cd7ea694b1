"""Sees to it that a table which has rolled goes on under its next id, before anybody is told of that."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import nats.errors
import structlog

from riverrun.holdem.state import Table
from riverrun.runtime.eventstore.outcomes import Unsettled
from riverrun.runtime.nats.answers import ApiRefused
from services.table.ownership.shares import NotOurs

log = structlog.get_logger(__name__)

Succeed: TypeAlias = Callable[[Table], Awaitable[None]]
"""Hosts the next id of a table that has rolled; it is opened once, however often that is asked for."""

PAUSE_S = 0.2


_MAY_PASS = (NotOurs, Unsettled, nats.errors.Error, OSError, ApiRefused)


class Succession:
    """Of one table. Tried until it is done; whoever hosts the table next tries again."""

    def __init__(self, succeed: Succeed) -> None:
        self._succeed = succeed
        self._done = False

    def is_owed(self, table: Table) -> bool:
        """Whether the next id may not be hosted yet."""
        return table.rolled is not None and not self._done

    async def see_to_it(self, table: Table) -> bool:
        """Try once; whether it is done."""
        try:
            await self._succeed(table)
        except _MAY_PASS as error:
            log.warning("successor_not_opened_yet", table=table.table, error=repr(error))
            await asyncio.sleep(PAUSE_S)
            return False
        self._done = True
        return True
