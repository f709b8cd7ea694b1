"""A group of commands that imports none of them before it is called: `riverrun --help` answers at once."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Commands by name: the module `<package>.<name>` (`_` for `-`) holds a click command of that name."""

    def __init__(self, *args: Any, told: Mapping[str, str], package: str = "console", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._told = dict(told)
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return list(self._told)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self._told:
            return None
        module = cmd_name.replace("-", "_")
        command = getattr(import_module(f"{self._package}.{module}"), module)
        assert isinstance(command, click.Command), cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from what is told about them, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._told.items()))
