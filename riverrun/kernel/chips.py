"""Chips are whole numbers of the table's smallest unit, everywhere (R1.3).

An alias and not a `NewType`: sums of a NewType fall back to `int`, so every addition would need a cast that
checks nothing (docs/adr/0003).
"""

from typing import TypeAlias

Chips: TypeAlias = int

MAX_CHIPS: Chips = 10**15
"""No stack, bet or buy-in may exceed this: all amounts stay exact in a JSON client (2**53)."""
