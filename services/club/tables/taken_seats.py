"""Whether a member still sits at a table of the club: he leaves the club with all his chips at home."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

import msgspec
import nats.errors
from nats.aio.client import Client

from riverrun.contracts.refusals import UnknownTable
from riverrun.contracts.subjects import commands_to
from riverrun.contracts.table_commands import Reply, Request, View, decode_reply, encode_request
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.answers import ApiRefused
from services.club.clubs import refusals
from services.club.clubs.clubs import Clubs
from services.club.ledger.accounts import at_table, pending
from services.club.ledger.ledgers import Ledgers

WITHIN_S = 5.0
ATTEMPT_S = 2.0
PAUSE_S = 0.1
AT_ONCE = 8

_NO_ANSWER = (nats.errors.Error, TimeoutError, OSError)


class _Seat(msgspec.Struct, frozen=True):
    player: PlayerId


class _View(msgspec.Struct, frozen=True):
    seats: list[_Seat]
    rolled_to: TableId = ""


class _Answer(msgspec.Struct, frozen=True):
    view: _View


_decode = msgspec.json.Decoder(_Answer).decode


class TakenSeats:
    """Asks the tables themselves. `brought_over` is the place up to which ledgers hold what tables moved."""

    def __init__(
        self,
        client: Client,
        reader: CommitReader,
        clubs: Clubs,
        ledgers: Ledgers,
        brought_over: Callable[[], int],
        now_ms: Callable[[], int],
    ) -> None:
        self._client = client
        self._reader = reader
        self._clubs = clubs
        self._ledgers = ledgers
        self._brought_over = brought_over
        self._now_ms = now_ms

    def tables_with_chips(self, club: str, player: PlayerId) -> list[TableId]:
        """Where a member could have chips, by the books; nowhere for who is none. Blocks."""
        found = self._clubs.show(club)
        if player not in found.members:
            return []
        return self._ledgers.of(club).read(
            lambda books: [
                table
                for table in found.tables
                if books.balance(at_table(table)) or books.balance(pending(table))
            ]
        )

    async def require_away(self, player: PlayerId, tables: Sequence[TableId]) -> None:
        """He sits at none of them, and what he took home is in his account.

        Raises `StillSeated`, or `TableAway`, to be asked again.
        """
        until_s = time.monotonic() + WITHIN_S
        for first in range(0, len(tables), AT_ONCE):
            some = tables[first : first + AT_ONCE]
            await asyncio.gather(*(self._require_away(player, table, until_s) for table in some))

    async def _require_away(self, player: PlayerId, table: TableId, until_s: float) -> None:
        view = await self._view(player, table, until_s)
        if player in {seat.player for seat in view.seats}:
            raise refusals.StillSeated(table=table)
        if view.rolled_to:
            await self._require_away(player, view.rolled_to, until_s)
            return
        # He may have stood up just now: then his chips are on their way.
        last_seq = await self._last_seq(table)
        while self._brought_over() < last_seq:
            if time.monotonic() > until_s:
                raise refusals.TableAway(table=table)
            await asyncio.sleep(PAUSE_S)

    async def _last_seq(self, table: TableId) -> int:
        try:
            tail = await self._reader.tail(table)
        except (*_NO_ANSWER, ApiRefused) as error:
            raise refusals.TableAway(table=table) from error
        return 0 if tail is None else tail.seq

    async def _view(self, player: PlayerId, table: TableId, until_s: float) -> _View:
        reply = await self._reply(player, table, until_s)
        if reply.code == UnknownTable.code:
            return _View([])
        if reply.code:
            raise refusals.TableAway(table=table, code=reply.code)
        return _decode(reply.result).view

    async def _reply(self, player: PlayerId, table: TableId, until_s: float) -> Reply:
        expires_ms = self._now_ms() + round(WITHIN_S * 1_000)
        trace = secrets.token_hex(16)
        asked = encode_request(Request(f"q-{trace[:16]}", player, "", expires_ms, trace, View()))
        while (left_s := until_s - time.monotonic()) > 0:
            try:
                answer = await self._client.request(commands_to(table), asked, timeout=min(ATTEMPT_S, left_s))
                return decode_reply(answer.data)
            except _NO_ANSWER:
                # Nobody hosts the slot at the moment.
                await asyncio.sleep(PAUSE_S)
        raise refusals.TableAway(table=table)
