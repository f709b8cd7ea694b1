"""`riverrun login`: log in from this terminal."""

import click

from console.account.asking import ask
from console.account.kept_accounts import accounts_of_this_person


@click.command()
@click.option("--url", default="http://127.0.0.1:7300", show_default=True, help="Where the gateway is.")
@click.option("--login", "name", prompt="Login name", help="Asked where it is not given.")
@click.option("--password", prompt=True, hide_input=True, help="Better asked than given.")
def login(url: str, name: str, password: str) -> None:
    """Log in: `riverrun play` then plays as this account."""
    url = url.rstrip("/")
    kept = accounts_of_this_person()
    account = ask(url, lambda client: client.log_in(name, password, kept.device()))
    kept.keep(url, account)
    click.echo(f"You are {account.name}.")
