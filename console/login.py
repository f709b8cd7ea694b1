"""`riverrun login`: log in from this terminal."""

import click

from console.account.asking import ask
from console.account.errand_options import url_option
from console.account.kept_accounts import accounts_of_this_person


@click.command()
@url_option
@click.option("--login", "name", prompt="Login name", help="Asked where it is not given.")
@click.option("--password", prompt=True, hide_input=True, help="Better asked than given.")
def login(url: str, name: str, password: str) -> None:
    """Log in: `riverrun play` then plays as this account."""
    url = url.rstrip("/")
    kept = accounts_of_this_person()
    account = ask(url, lambda client: client.log_in(name, password, kept.device()))
    kept.keep(url, account)
    click.echo(f"You are {account.name}.")
