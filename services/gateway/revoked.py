"""Which tokens count no more: the bucket followed, and read anew now and then lest something was missed."""

from collections.abc import Awaitable, Callable

import nats.errors
import structlog

from riverrun.contracts.account_tokens import revoked_guest, revoked_session
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.bucket import Bucket
from services.gateway.caller import Caller

log = structlog.get_logger(__name__)

REREAD_S = 10.0

Told = Callable[[Callable[[Caller], bool]], Awaitable[None]]
"""Is told when more tokens stop counting, and asked to send away whose they are."""


class Revoked:
    """`follow` and `read`, then `run` as a task."""

    def __init__(self, bucket: Bucket, clock: Clock) -> None:
        self._bucket = bucket
        self._clock = clock
        self._keys: set[str] = set()
        self._heard: set[str] = set()
        self.on_revoked: Told | None = None

    def counts_no_more(self, caller: Caller) -> bool:
        """Whether a caller's token was revoked."""
        if caller.session:
            return revoked_session(caller.session) in self._keys
        return revoked_guest(caller.player) in self._keys

    async def follow(self) -> None:
        """Hear of every revocation from here on."""
        _ = await self._bucket.follow(self._changed)

    async def run(self) -> None:
        """Read all entries again and again: the old ones have ended by themselves."""
        while True:
            await self._clock.sleep(REREAD_S)
            try:
                await self.read()
            except (nats.errors.Error, ApiRefused, TimeoutError, OSError) as error:
                log.warning("revoked_unread", error=repr(error))

    async def read(self) -> None:
        """Read all entries. What is heard meanwhile counts too. Raises nats-py's errors, `ApiRefused`."""
        self._heard.clear()
        found = set(await self._bucket.entries())
        missed = found - self._keys
        self._keys = found | self._heard
        if missed:
            await self._tell()

    async def _changed(self, key: str, value: bytes) -> None:
        if value:
            self._heard.add(key)
            self._keys.add(key)
            await self._tell()

    async def _tell(self) -> None:
        if self.on_revoked is not None:
            await self.on_revoked(self.counts_no_more)
