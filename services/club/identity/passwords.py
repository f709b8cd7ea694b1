"""Passwords: argon2id, off the event loop, as slow for a name that does not exist as for one that does.

The parameters follow RFC 9106's second choice, for machines with little memory: 64 MiB, three passes; one
lane, as there are more logins at once than cores. About a tenth of a second each. A hash made under other
parameters is made anew when its owner next logs in.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from services.club.identity.refusals import AccountBusy, BadPassword

SHORTEST, LONGEST = 8, 128
MOST_WAITING = 64
TRIED_FIRST = frozenset(
    {
        "password",
        "password1",
        "12345678",
        "123456789",
        "1234567890",
        "qwertyuiop",
        "qwerty123",
        "11111111",
        "iloveyou",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "welcome1",
        "letmein1",
        "superman",
        "trustno1",
        "passw0rd",
        "abc12345",
        "1q2w3e4r",
    }
)


@dataclass(frozen=True)
class HashCost:
    """What a hash costs: memory in KiB, passes over it, lanes."""

    memory_kib: int = 64 * 1024
    passes: int = 3
    lanes: int = 1


def acceptable(password: str, login: str) -> str:
    """The password, unless it would be guessed. Raises `BadPassword`."""
    lowered = password.casefold()
    if not SHORTEST <= len(password) <= LONGEST or lowered in TRIED_FIRST or lowered == login:
        raise BadPassword
    return password


class Passwords:
    """At most `threads` hashes are computed at once; others wait in a line that ends with `AccountBusy`."""

    def __init__(self, cost: HashCost, threads: int = 2) -> None:
        self._hasher = PasswordHasher(
            time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes, type=Type.ID
        )
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="argon2")
        self._waiting = 0
        self._of_nobody = self._hasher.hash("the password of a name that does not exist")

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._off_the_loop(self._hasher.hash, password)

    async def fits(self, password: str, kept: str) -> bool:
        """Whether it is the password; takes as long with nothing kept."""
        return await self._off_the_loop(self._verify, password, kept) == "fits"

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made under other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Compute no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password: str, kept: str) -> str:
        try:
            self._hasher.verify(kept or self._of_nobody, password)
        except (VerificationError, InvalidHashError):
            return ""
        return "fits" if kept else ""

    async def _off_the_loop(self, work: Callable[..., str], *texts: str) -> str:
        if self._waiting >= MOST_WAITING:
            raise AccountBusy(retry_ms=1_000)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *texts)
        finally:
            self._waiting -= 1
