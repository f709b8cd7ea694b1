"""What a service's `__main__` calls: settings, log, event loop, and an exit code at the end."""

import os
import sys
import threading
from collections.abc import Callable, Sequence

import uvloop

from riverrun.runtime.serving.health_page import HealthPage
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process, ProcessSettings
from riverrun.runtime.settings.environment import BadSetting, read_settings
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging

WRONG_SETTINGS = 2


def _end_after(seconds: float) -> None:
    """A thread of its own ends the process: neither a stuck event loop nor a stuck worker can prevent it."""
    last_resort = threading.Timer(seconds, os._exit, (1,))
    last_resort.daemon = True
    last_resort.start()


def run_service(name: str, parts: Callable[[Process], Sequence[Part]]) -> int:
    """Run one service until it is told to stop: `sys.exit(run_service("evaluator", parts))`.

    `parts` wires the service inside the running loop. The exit code is 0 after a signal, 1 after a crash or a
    failed start, 2 for wrong settings.
    """

    async def live(settings: ProcessSettings) -> int:
        process = Process(settings, _end_after)
        page: list[Part] = []
        if settings.health_port is not None:
            page = [HealthPage(process.readiness, settings.health_host, settings.health_port)]
        return await process.live([*page, *parts(process)])

    try:
        configure_logging(name, read_settings(LogSettings, "RIVERRUN_LOG_"))
        return uvloop.run(live(read_settings(ProcessSettings, "RIVERRUN_")))
    except BadSetting as wrong:
        sys.stderr.write(f"{name}: {wrong}\n")
        return WRONG_SETTINGS
