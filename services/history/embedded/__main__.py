"""`python -m services.history.embedded`: ClickHouse on one machine, until told to stop."""

import sys
from collections.abc import Sequence

from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.history.embedded.door import ClickHouseDoor
from services.history.embedded.settings import EmbeddedSettings


def parts(_process: Process) -> Sequence[Part]:
    """The engine behind its door."""
    return [ClickHouseDoor(read_settings(EmbeddedSettings, "RIVERRUN_CLICKHOUSE_"))]


if __name__ == "__main__":
    sys.exit(run_service("clickhouse", parts))
