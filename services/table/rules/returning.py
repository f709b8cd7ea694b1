"""What a player must bring who left the table a while ago: nobody takes chips off it by leaving (R8.6)."""

import msgspec

from riverrun.contracts.table_config import TableConfig
from riverrun.holdem.state import Departed
from riverrun.kernel.chips import Chips

MINUTE_MS = 60_000


class BuyInBounds(msgspec.Struct, frozen=True, gc=False):
    """The least and the most that a player may sit down with; `until_ms`: how long a stack left binds him."""

    least: Chips
    most: Chips
    until_ms: int = 0


def buy_in_bounds(config: TableConfig, known: Departed | None, now_ms: int) -> BuyInBounds:
    """The table's bounds; within its time, exactly a stack that was above them, else at least that stack."""
    usual = BuyInBounds(config.min_buy_in, config.max_buy_in)
    if known is None or known.stack <= config.min_buy_in:
        return usual
    until_ms = known.left_ms + config.returning_stack_minutes * MINUTE_MS
    if now_ms >= until_ms:
        return usual
    return BuyInBounds(known.stack, max(known.stack, config.max_buy_in), until_ms)
