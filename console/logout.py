"""`riverrun logout`: log out from this terminal."""

from functools import partial

import click

from console.account.asking import ask
from console.account.errand_options import url_option
from console.account.kept_accounts import accounts_of_this_person
from riverrun.client import RiverrunClient
from riverrun.contracts.account_messages import Account


@click.command()
@url_option
def logout(url: str) -> None:
    """Log out: this machine's tokens count no more."""
    url = url.rstrip("/")
    kept = accounts_of_this_person()
    account = kept.of(url)
    if account is None:
        raise click.ClickException(f"You are not logged in at {url}.")

    async def out(client: RiverrunClient, known: Account) -> None:
        client.login_account(known, partial(kept.keep, url))
        await client.accounts.log_out()

    try:
        ask(url, lambda client: out(client, account))
    finally:
        kept.forget(url)
    click.echo("Logged out.")
