"""What an actor is told: letters with somebody waiting, read in turn, and news, heard at once."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from riverrun.contracts.operator_commands import OrderRequest
from riverrun.contracts.table_commands import Reply, Request
from riverrun.holdem.state import Transfer

Answer: TypeAlias = Callable[[Reply], Awaitable[None]]
"""Sends the reply; it is not sent where this process may no longer speak for the table."""


class Asked(NamedTuple):
    """A player's command or query."""

    request: Request
    answer: Answer
    arrived_ms: int


class Ordered(NamedTuple):
    """An operator's order."""

    order: OrderRequest
    answer: Answer
    arrived_ms: int


class ChipsAnswered(NamedTuple):
    """The account's answer to a reserved buy-in; `denied` is empty when the chips came."""

    transfer: Transfer
    denied: str
    arrived_ms: int


Letter: TypeAlias = Asked | Ordered | ChipsAnswered


class LogWasAway(NamedTuple):
    """The log did not answer between these times (Unix ms): open deadlines move by it (R8.9)."""

    from_ms: int
    to_ms: int


class LeaseLapsed(NamedTuple):
    """The table was nobody's for a while: another may have written to it."""


News: TypeAlias = LogWasAway | LeaseLapsed
