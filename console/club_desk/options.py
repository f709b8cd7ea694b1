"""A table's options from the command line: a JSON file, and single ones set."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from riverrun.contracts.table_config import TableConfig


def options_of(known: TableConfig, file: Path | None, wanted: Sequence[str]) -> TableConfig:
    """Those of the file, else the known ones, with what is wanted set. Raises `UsageError`."""
    options = _read(file) if file is not None else msgspec.to_builtins(known)
    for one in wanted:
        name, equals, value = one.partition("=")
        if not equals:
            raise click.UsageError(f"{one!r}: such as big_blind=200, or rake.bps=500")
        _set(options, name.split("."), value)
    try:
        return msgspec.convert(options, TableConfig)
    except msgspec.ValidationError as wrong:
        raise click.UsageError(f"{wrong}; docs/protocol.md lists the options of a table") from wrong


def _read(file: Path) -> dict[str, Any]:
    try:
        with click.open_file(str(file), "rb") as opened:
            return msgspec.json.decode(opened.read(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError) as unreadable:
        raise click.UsageError(f"{file}: {unreadable}") from unreadable


def _set(options: dict[str, Any], path: Sequence[str], value: str) -> None:
    *folders, last = path
    for folder in folders:
        inner = options.setdefault(folder, {})
        if not isinstance(inner, dict):
            raise click.UsageError(f"{folder} has no parts")
        options = inner
    try:
        options[last] = msgspec.json.decode(value)
    except msgspec.DecodeError:
        # A word needs no quotation marks.
        options[last] = value
