"""Whether an id is anybody's: what is asked about somebody is not kept for a slip of the pen."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from riverrun.kernel.identifiers import PlayerId
from services.club.identity.accounts import GUEST
from services.club.identity.people import People

IsSomebody: TypeAlias = Callable[[PlayerId], Awaitable[bool]]
"""Raises `LogAway`."""


async def is_somebody(people: People, player: PlayerId) -> bool:
    """Whether he has an account; guests have none, and any guest's id may be one's. Raises `LogAway`."""
    return player.startswith(GUEST) or (await people.person(player)).has_account


async def everybody(_player: PlayerId) -> bool:
    """Stands for it where no accounts are kept."""
    return True
