"""A finished hand step by step: by keys where there is a terminal, else in lines."""

import sys

import click
import msgspec
from rich.console import Console

from console.finished.looking_through import look_through
from console.finished.told_lines import told_lines
from console.finished.whose_sight import Replayed


def step_through(replayed: Replayed, *, plain: bool, as_json: bool) -> None:
    """Show it as is asked for."""
    if as_json:
        click.echo(msgspec.json.encode(replayed))
        return
    console = Console(highlight=False, soft_wrap=True)
    if console.is_terminal and sys.stdin.isatty() and not plain:
        look_through(console, replayed.hand, replayed.frames)
        return
    for line in told_lines(replayed.hand, replayed.frames):
        console.print(line)
