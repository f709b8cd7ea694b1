"""A group of commands of which one is meant where none is named."""

from typing import Any

import click


class UsualGroup(click.Group):
    """`riverrun hands --all-in` is `riverrun hands find --all-in`."""

    def __init__(self, *args: Any, usual: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._usual = usual

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        if first not in self.commands and first not in ctx.help_option_names:
            args = [self._usual, *args]
        return super().parse_args(ctx, args)
