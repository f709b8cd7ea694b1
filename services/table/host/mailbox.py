"""What an actor is told, and when it came: a request with somebody waiting, or an account's answer."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from riverrun.contracts.table_commands import Reply, Request
from riverrun.holdem.state import Transfer


class Asked(NamedTuple):
    """A command or query; `answer` sends the reply."""

    request: Request
    answer: Callable[[Reply], Awaitable[None]]
    arrived_ms: int


class ChipsAnswered(NamedTuple):
    """The account's answer to a reserved buy-in; `denied` is empty when the chips came."""

    transfer: Transfer
    denied: str
    arrived_ms: int


Letter: TypeAlias = Asked | ChipsAnswered
