"""Asking the gateway as the account that is logged in from this machine."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import click

from console.account.asking import ask
from console.account.kept_accounts import accounts_of_this_person
from riverrun.client import RiverrunClient

Answer = TypeVar("Answer")
Command = TypeVar("Command", bound=Callable[..., Any])
HERE = "http://127.0.0.1:7300"


def url_option(command: Command) -> Command:
    """Names the gateway."""
    return click.option("--url", default=HERE, show_default=True, help="Where the gateway is.")(command)


def ask_as_me(url: str, wanted: Callable[[RiverrunClient], Awaitable[Answer]]) -> Answer:
    """Have one thing done there as oneself. Raises `ClickException`."""
    url = url.rstrip("/")
    kept = accounts_of_this_person()
    account = kept.of(url)
    if account is None:
        raise click.ClickException(f"You are not logged in at {url}: `riverrun login`.")

    async def asked(client: RiverrunClient) -> Answer:
        client.login_account(account, partial(kept.keep, url))
        return await wanted(client)

    return ask(url, asked)
