"""Start the table service: `python -m services.table`."""

import sys
from collections.abc import Sequence

from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.table.service import TableService
from services.table.settings import TableSettings


def parts(process: Process) -> Sequence[Part]:
    """What the process is made of."""
    return [TableService(process, read_settings(TableSettings, "RIVERRUN_"))]


if __name__ == "__main__":
    sys.exit(run_service("table", parts))
