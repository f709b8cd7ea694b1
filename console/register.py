"""`riverrun register`: an account for the person at this terminal."""

import click

from console.account.asking import ask
from console.account.errand_options import url_option
from console.account.kept_accounts import accounts_of_this_person
from console.account.own_folder import own_folder
from console.table_screen.kept_guests import KeptGuests


@click.command()
@url_option
@click.option("--login", prompt="Login name", help="What you log in with; asked where it is not given.")
@click.option("--name", metavar="NAME", help="How others see you; else the login name.")
@click.option("--guest", metavar="NAME", help="Make the account that guest's, who keeps his seat and chips.")
@click.option(
    "--password", prompt=True, hide_input=True, confirmation_prompt=True, help="Better asked than given."
)
def register(url: str, login: str, name: str | None, guest: str | None, password: str) -> None:
    """Register, and be logged in: `riverrun play` then plays as this account."""
    url = url.rstrip("/")
    kept = accounts_of_this_person()
    guests = KeptGuests(own_folder() / "guests.json")
    token = guests.token(url, guest) if guest else ""
    if guest and not token:
        raise click.ClickException(f"No guest called {guest} played at {url} from here.")
    shown = name or guest or login[:20]
    account = ask(url, lambda client: client.register(login, shown, password, kept.device(), token))
    kept.keep(url, account)
    if guest:
        guests.forget(url, guest)
    click.echo(f"Registered as {account.name}; you are logged in.")
