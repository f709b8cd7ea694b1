"""Asking the gateway about accounts from a command, with refusals said in words."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import click

from console.account.words import account_words
from riverrun.client import Refused, RiverrunClient

Answer = TypeVar("Answer")


def ask(url: str, wanted: Callable[[RiverrunClient], Awaitable[Answer]]) -> Answer:
    """Have one thing done there. Raises `ClickException`."""

    async def asked() -> Answer:
        async with RiverrunClient(url) as client:
            return await wanted(client)

    try:
        return asyncio.run(asked())
    except Refused as refused:
        raise click.ClickException(account_words(refused)) from refused
    except (aiohttp.ClientError, TimeoutError) as error:
        hint = "`riverrun up` starts one here; --url names another."
        raise click.ClickException(f"Nobody answers at {url}. {hint}") from error
