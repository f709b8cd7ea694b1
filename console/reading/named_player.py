"""The one player whom a command is about."""

import sys

import click

UNKNOWN = 1


def only_one_named(text: str, named: list[tuple[str, str]]) -> tuple[str, str]:
    """Id and name; ends the command with exit code 1 where nobody is called so, or several are."""
    if len(named) == 1:
        return named[0]
    if named:
        ids = ", ".join(who for who, _ in named)
        click.secho(f"several players are called {text}: {ids}", fg="red", err=True)
    else:
        click.secho(f"nobody called {text} has played", fg="red", err=True)
    sys.exit(UNKNOWN)
