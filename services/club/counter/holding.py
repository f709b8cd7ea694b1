"""Holding room below the insurance limit for a hand, asked for by a table of the club."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.club.clubs.club import is_among
from services.club.clubs.refusals import UnknownClubTable
from services.club.counter import reading
from services.club.counter.desk import Desk
from services.club.counter.paying import in_time
from services.club.ledger.accounts import INSURANCE
from services.club.ledger.books import Books
from services.club.ledger.exposure import HoldAsked, hold, lower
from services.club.ledger.ledger_events import ChipsMoved

BOARDS = (3, 4)


@dataclass(frozen=True)
class Holding:
    """What a table asks for."""

    club: str
    asked: HoldAsked

    @classmethod
    def read(cls, request: pb.HoldExposureRequest) -> "Holding":
        """Raises `BadArgument`."""
        if request.hand < 1:
            raise BadArgument("bad_hand", "hand", f"{request.hand}; hands are counted from 1")
        if request.board not in BOARDS:
            raise BadArgument("bad_board", "board", f"{request.board} cards; 3 or 4 are possible")
        for field, least in (("limit", 0), ("owed", 0), ("covers", 1)):
            amount = getattr(request, field)
            if not least <= amount <= MAX_CHIPS:
                raise BadArgument("bad_amount", field, f"{amount}; {least} to {MAX_CHIPS} are possible")
        return cls(
            reading.club(request.club),
            HoldAsked(
                reading.table(request.table),
                request.hand,
                request.board,
                request.limit,
                request.owed,
                request.covers,
            ),
        )

    def covers(self, desk: Desk, within_s: float) -> Chips | None:
        """So much may be sold; None: without a limit.

        Blocks; raises refusals, and `LedgerAway` if it takes longer.
        """
        until_s = time.monotonic() + within_s
        found = desk.clubs.show(self.club)
        if not is_among(found.tables, self.asked.table):
            raise UnknownClubTable(table=self.asked.table)
        # The club's own limit holds at once, whatever the table's says.
        limit = lower(self.asked.limit, found.limits.insurance)
        asked, now_ms = replace(self.asked, limit=limit), desk.clock.now_ms()
        granted: Chips | None = 0

        def decide(books: Books, _earlier: ChipsMoved | None) -> Sequence[Any]:
            nonlocal granted
            granted, events = hold(asked, books.balance(INSURANCE), books.exposures, now_ms)
            return events

        desk.ledger(found).decide(in_time(until_s, decide))
        return granted
