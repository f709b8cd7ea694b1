"""How an operator reaches the tables that run: by a data folder, or by the address of a NATS server."""

import getpass
import os
import re
from pathlib import Path

from console.supervisor.data_folder import DataFolder
from console.supervisor.guard_process import alive
from console.supervisor.run_file import read_run
from riverrun.kernel.identifiers import player_id
from riverrun.runtime.nats.connection import NatsSettings
from riverrun.runtime.nats.users import OPERATOR

CONNECTS_WITHIN_S = 5.0
NOBODY = "somebody"


class NothingRuns(RuntimeError):
    """No Riverrun runs on the folder: nobody could obey."""


def operator_login(data: Path, url: str | None) -> NatsSettings:
    """How to log in as the one who gives orders. Raises `NothingRuns`."""
    if url is not None:
        password = os.environ.get(OPERATOR.password_variable, "")
        return NatsSettings(OPERATOR, password, tuple(url.split(",")), connect_timeout_s=CONNECTS_WITHIN_S)
    folder = DataFolder(data)
    run = read_run(folder.run_file)
    if run is None or not alive(run.pid):
        raise NothingRuns(f"no `riverrun up` runs on {folder.path}; --data names another folder")
    password = folder.passwords()[OPERATOR.password_variable]
    return NatsSettings(OPERATOR, password, (run.nats_url,), connect_timeout_s=CONNECTS_WITHIN_S)


def operator_name(given: str | None) -> str:
    """The name that the log keeps: as given, or the one logged in here. Raises `NotAnIdentifier`."""
    if given is not None:
        # The log writes it behind `operator-`, as one actor's name.
        player_id(f"operator-{given}")
        return given
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        # A container's user need not have one.
        name = NOBODY
    return re.sub(r"[^A-Za-z0-9_-]", "-", name)[:40] or NOBODY
