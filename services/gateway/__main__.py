"""Start the gateway: `python -m services.gateway`."""

import sys
from collections.abc import Sequence

from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.gateway.service import Gateway
from services.gateway.settings import GatewaySettings


def parts(process: Process) -> Sequence[Part]:
    """What the process is made of."""
    return [Gateway(process, read_settings(GatewaySettings, "RIVERRUN_"))]


if __name__ == "__main__":
    sys.exit(run_service("gateway", parts))
