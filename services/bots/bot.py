"""One computer player: a guest that finds a table, plays there, and begins anew whatever happens."""

import asyncio
from random import Random

import aiohttp
import structlog

from riverrun.client import Refused, Unanswered
from riverrun.client.backoff import Backoff
from services.bots.door import Connect
from services.bots.level import Level
from services.bots.placement import NoSeat, Placement
from services.bots.roster import Entry, Roster
from services.bots.settings import Pause
from services.bots.visit import AccountEmpty, Seat, TableSilent, Visit

log = structlog.get_logger(__name__)

LEAVE_WITHIN_S = 3.0
LOOK_AGAIN_S = 5.0
OUT_OF_REACH = (aiohttp.ClientError, OSError, TimeoutError, Unanswered, TableSilent)


class Bot:
    """`live` goes on until it is cancelled; `leave` before that frees the seat."""

    def __init__(
        self,
        name: str,
        connect: Connect,
        level: Level,
        pause: Pause,
        placement: Placement,
        roster: Roster,
        whims: Random,
    ) -> None:
        self.name = name
        self._connect = connect
        self._level = level
        self._pause = pause
        self._placement = placement
        self._roster = roster
        self._whims = whims
        self._table: Seat | None = None
        self._leaving = False
        self._backoff = Backoff()
        self._log = log.bind(bot=name)

    async def live(self) -> None:
        """Visit after visit."""
        if known := self._roster.of(self.name).table:
            self._placement.sits_at(self.name, known)
        while not self._leaving:
            wait_s = await self._visit_once()
            await asyncio.sleep(wait_s)

    async def leave(self) -> None:
        """Stand up, for this process ends; the table plays the hand in progress to its end."""
        self._leaving = True
        table = self._table
        if table is None or table.seat is None:
            return
        try:
            async with asyncio.timeout(LEAVE_WITHIN_S):
                await table.stand_up()
            self._log.info("stood_up", table=table.table)
            self._roster.keep(self.name, Entry(self._roster.of(self.name).token))
        except (Refused, *OUT_OF_REACH) as error:
            self._log.warning("left_the_seat_behind", why=_told(error))

    async def _visit_once(self) -> float:
        """One visit to a table; says how long to wait before the next."""
        try:
            await self._visit()
        except NoSeat:
            self._log.debug("no_seat_free")
            return LOOK_AGAIN_S
        except AccountEmpty:
            self._log.info("account_empty")
            self._begin_anew()
        except Refused as refused:
            self._hear_no(refused)
        except OUT_OF_REACH as error:
            self._log.warning("out_of_reach", why=_told(error))
        except Exception:  # noqa: BLE001  a bug is told and ends this visit, not the bot
            self._log.exception("visit_failed")
        else:
            self._log.info("seat_lost")
            self._placement.left(self.name)
        return self._backoff.next_s()

    def _hear_no(self, refused: Refused) -> None:
        self._log.warning("refused", code=refused.code, why=refused.message)
        if refused.code == "not_authenticated":
            self._begin_anew()
        else:
            self._placement.left(self.name)

    def _begin_anew(self) -> None:
        """As another guest, since this one is known or good no more."""
        self._placement.left(self.name)
        self._roster.keep(self.name, Entry(""))

    async def _visit(self) -> None:
        async with self._connect(token=self._roster.of(self.name).token) as door:
            if not self._roster.of(self.name).token:
                guest = await door.login_guest(self.name)
                self._roster.keep(self.name, Entry(guest.token))
            table_id = await self._placement.table_for(self.name, door)
            async with await door.watch(table_id) as table:
                self._roster.keep(self.name, Entry(self._roster.of(self.name).token, table_id))
                self._backoff.reset()
                self._table = table
                try:
                    await Visit(self.name, table, self._level, self._whims, self._pause).play()
                finally:
                    self._table = None


def _told(error: BaseException) -> str:
    return str(error) or type(error).__name__
