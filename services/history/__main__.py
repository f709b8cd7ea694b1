"""`python -m services.history`: projects the log into ClickHouse until told to stop."""

import gc
import sys
from collections.abc import Sequence

from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.history.service import HistoryService
from services.history.settings import ClickHouseSettings, HistorySettings


def parts(process: Process) -> Sequence[Part]:
    """The projector."""
    # Rows are many, and none refers to another: looking through them again and again is a fifth of the work.
    gc.freeze()
    gc.set_threshold(200_000, 10, 100)
    settings = read_settings(HistorySettings, "RIVERRUN_")
    return [HistoryService(process, settings, read_settings(ClickHouseSettings, "CLICKHOUSE_"))]


if __name__ == "__main__":
    sys.exit(run_service("history", parts))
