"""What proves who one is: a token that stays, or an account's tokens, always with a fresh one at hand."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from riverrun.contracts.account_messages import Account

FRESH_FOR_S = 60.0
"""A token with less than this to live is replaced before it is used."""


class Credential(Protocol):
    """Raises `Refused` where one must log in anew, `aiohttp.ClientError` where nobody answers."""

    async def token(self) -> str: ...


class FixedToken:
    """A guest's, or none at all."""

    def __init__(self, token: str = "") -> None:
        self._token = token

    async def token(self) -> str:
        return self._token


class AccountTokens:
    """An account's. `keep` is called with each new pair before it is used: the old one counts no more."""

    def __init__(
        self,
        account: Account,
        refresh: Callable[[str], Awaitable[Account]],
        keep: Callable[[Account], None] | None = None,
    ) -> None:
        self._account = account
        self._refresh = refresh
        self._keep = keep
        self._refreshing = asyncio.Lock()

    async def token(self) -> str:
        async with self._refreshing:
            # A machine whose clock is wrong refreshes too early, or is refused and logs in again.
            if self._account.expires_ms - time.time() * 1_000 < FRESH_FOR_S * 1_000:
                self._account = await self._refresh(self._account.refresh_token)
                if self._keep is not None:
                    self._keep(self._account)
            return self._account.token
