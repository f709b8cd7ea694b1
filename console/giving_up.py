"""How a command ends that cannot do what it was asked to."""

import sys
from typing import NoReturn

import click


def give_up(why: str, code: int) -> NoReturn:
    """Say why, where errors go, and end with that exit code."""
    click.secho(why, fg="red", err=True)
    sys.exit(code)
