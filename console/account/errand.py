"""What a person who is logged in has done at the gateway: once, whatever gets lost on the way."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias, TypeVar

import aiohttp
import click
import msgspec

from console.account.kept_accounts import accounts_of_this_person
from console.supervisor.log_line import printable
from riverrun.client import Refused, RiverrunClient, Unanswered
from riverrun.client.another_try import wait_for_another_try
from riverrun.client.clubs import new_key

WITHIN_S = 30.0
PAUSE_S = 0.5

Answer = TypeVar("Answer")
Words: TypeAlias = Callable[[Refused], str]
Wanted: TypeAlias = Callable[[RiverrunClient], Awaitable[Answer]]


class Errand:
    """One command's: `key` is the wish's, the same each time it is sent; `words` says what is refused.

    `as_json`: what comes of it is told to a script.
    """

    def __init__(
        self, url: str, words: Words, key: str = "", *, as_json: bool = False, within_s: float = WITHIN_S
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key or new_key()
        self.as_json = as_json
        self._words = words
        self._within_s = within_s

    def do(self, wanted: Wanted[Answer]) -> Answer:
        """Have it done, and done once. Raises `ClickException`."""
        return asyncio.run(self._done(wanted))

    def done(self, words: str) -> None:
        """Say that it is done, where nothing else comes of it."""
        click.echo(msgspec.json.encode({"done": True}) if self.as_json else printable(words))

    async def _done(self, wanted: Wanted[Answer]) -> Answer:
        kept = accounts_of_this_person()
        account = kept.of(self.url)
        if account is None:
            raise click.ClickException(f"You are not logged in at {self.url}: `riverrun login`.")
        async with RiverrunClient(self.url, device=account.device) as client:
            client.login_account(account, partial(kept.keep, self.url))
            return await self._until_answered(client, wanted)

    async def _until_answered(self, client: RiverrunClient, wanted: Wanted[Answer]) -> Answer:
        until_s = time.monotonic() + self._within_s
        sent = False
        while True:
            try:
                return await wanted(client)
            except Refused as refused:
                await self._wait_after(refused, until_s)
            except (aiohttp.ClientError, TimeoutError, Unanswered) as error:
                # Whom nobody let in has asked for nothing yet.
                sent = sent or not isinstance(error, aiohttp.ClientConnectorError)
                if not sent or time.monotonic() > until_s:
                    raise click.ClickException(self._unanswered(sent=sent)) from error
                await asyncio.sleep(PAUSE_S)

    async def _wait_after(self, refused: Refused, until_s: float) -> None:
        try:
            if time.monotonic() > until_s:
                raise refused
            await wait_for_another_try(refused)
        except Refused:
            raise click.ClickException(self._words(refused)) from refused

    def _unanswered(self, *, sent: bool) -> str:
        if not sent:
            return f"Nobody answers at {self.url}. `riverrun up` starts one here; --url names another."
        return (
            f"{self.url} was asked and did not answer: it may be done, or not. "
            f"The same command with `--key {self.key}` has it done once."
        )
