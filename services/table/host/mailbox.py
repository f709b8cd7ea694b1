"""What an actor is told, and when: a request with somebody waiting, an order, chips, a stall of the log."""

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


class LogWasAway(NamedTuple):
    """The log did not answer between these times (Unix ms): open deadlines move by it (R8.9)."""

    from_ms: int
    to_ms: int
    arrived_ms: int = 0


Letter: TypeAlias = Asked | Ordered | ChipsAnswered | LogWasAway
