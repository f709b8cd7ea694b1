"""The NATS users' passwords on a laptop: drawn once, kept in a file that only its owner may read."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec

from riverrun.runtime.nats.server_config import ROUTE_PASSWORD_VARIABLE
from riverrun.runtime.nats.users import USERS

VARIABLES = (*(user.password_variable for user in USERS), ROUTE_PASSWORD_VARIABLE)


def draw_passwords() -> dict[str, str]:
    """New passwords by environment variable. A letter first: nats-server would read digits as a number."""
    return {variable: f"p{secrets.token_hex(24)}" for variable in VARIABLES}


def passwords_in(file: Path) -> dict[str, str]:
    """The passwords kept in `file`; those that are missing are drawn and added to it."""
    kept = msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.exists() else {}
    passwords = {**draw_passwords(), **kept}
    if passwords != kept:
        _write(file, passwords)
    return passwords


def _write(file: Path, passwords: Mapping[str, str]) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(msgspec.json.format(msgspec.json.encode(passwords)))
    fresh.replace(file)
