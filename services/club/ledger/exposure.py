"""What a club may still have to pay for the covers of hands in progress: room held below its limit (R9.12).

A table plays one hand at a time, and a hand's streets follow each other. So a table's exposure goes one way,
from street to street to the hand's end; what is asked or told twice, or too late, is known by its place.
"""

from collections.abc import Mapping

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId
from services.club.ledger import refusals
from services.club.ledger.ledger_events import ExposureHeld, ExposureReleased

OVER = 5
"""Behind the boards that are insured, of three and four cards: the hand is over."""


class Exposure(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is held for a table's newest hand, and what of it was granted for covers on the board's street."""

    hand: int = 0
    board: int = OVER
    amount: Chips = 0
    covers: Chips = 0

    @property
    def place(self) -> tuple[int, int]:
        """How far the table has come."""
        return self.hand, self.board

    def less(self, paid: Chips) -> "Exposure":
        """The same with so much paid out."""
        return msgspec.structs.replace(self, amount=max(0, self.amount - paid))


NOTHING = Exposure()


class HoldAsked(msgspec.Struct, frozen=True):
    """A table wants to offer covers: see `ExposureHeld` for what the numbers are; `limit` 0: none."""

    table: TableId
    hand: int
    board: int
    limit: Chips
    owed: Chips
    covers: Chips


class ReleaseAsked(msgspec.Struct, frozen=True):
    """A table's hand is over. `doubtful`: the table does not know whether room was held, or still will be."""

    table: TableId
    hand: int
    doubtful: bool = False


def lower(one: Chips, other: Chips) -> Chips:
    """The limit that counts of two, where 0 is none."""
    return min([limit for limit in (one, other) if limit], default=0)


def room(asked: HoldAsked, balance: Chips, held: Mapping[TableId, Exposure]) -> Chips:
    """The most covers that keep the account at its limit, were all paid that tables may have to pay."""
    others = sum(one.amount for table, one in held.items() if table != asked.table)
    return max(0, asked.limit + balance - others - asked.owed)


def hold(
    asked: HoldAsked, balance: Chips, held: Mapping[TableId, Exposure], now_ms: int
) -> tuple[Chips | None, list[ExposureHeld | ExposureReleased]]:
    """How much may be sold, None without a limit; and the event, unless nothing changes in what is held.

    Raises `ExposureOver`, `ExposureOpen`.
    """
    known = held.get(asked.table, NOTHING)
    if known.place == (asked.hand, asked.board):
        return min(known.covers, asked.covers), []
    if not asked.limit:
        return None, _unbound(asked, known, now_ms)
    if known.place > (asked.hand, asked.board):
        raise refusals.ExposureOver(table=asked.table, hand=asked.hand)
    if known.hand < asked.hand and known.board != OVER:
        # What that hand paid may not be in the account yet.
        raise refusals.ExposureOpen(table=asked.table, hand=known.hand)
    covers = min(asked.covers, room(asked, balance, held))
    if not covers + asked.owed:
        return 0, []
    event = ExposureHeld(asked.table, asked.hand, asked.board, asked.owed, covers, asked.limit, now_ms)
    return covers, [event]


def _unbound(asked: HoldAsked, known: Exposure, now_ms: int) -> list[ExposureHeld | ExposureReleased]:
    """The limit was taken away within a hand: what it may cost by now is no longer what was held for it."""
    if known.hand != asked.hand or known.board == OVER:
        return []
    return [ExposureReleased(asked.table, asked.hand, now_ms)]


def release(asked: ReleaseAsked, held: Mapping[TableId, Exposure], now_ms: int) -> list[ExposureReleased]:
    """The event, unless the hand is known to be over, or nothing was held and nothing can come late."""
    known = held.get(asked.table, NOTHING)
    over = (asked.hand, OVER)
    if known.place >= over or (known.board == OVER and not asked.doubtful):
        return []
    return [ExposureReleased(asked.table, asked.hand, now_ms)]


def held_by(event: ExposureHeld) -> Exposure:
    """What is held from this event on."""
    return Exposure(event.hand, event.board, event.amount, event.covers)
