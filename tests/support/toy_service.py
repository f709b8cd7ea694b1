"""A service with nothing to do, for tests of the process around it; what it suffers from is its argument."""

import asyncio
import sys
import time

from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service


class ToyPart:
    def __init__(self, process: Process, ailment: str) -> None:
        self._process = process
        self._ailment = ailment

    async def start(self) -> dict[str, str]:
        if self._ailment == "does_not_start":
            raise OSError("no such luck")
        if self._ailment == "starts_for_ever":
            sys.stdout.write("starting\n")
            sys.stdout.flush()
            await asyncio.sleep(60)
        if self._ailment == "a_task_crashes":
            self._dealer = self._process.guard(self._crash(), "dealer")
        return {"toy": "wound up"}

    async def drain(self) -> None:
        if self._ailment == "the_loop_hangs":
            time.sleep(60)  # noqa: ASYNC251  # that it hangs is the point

    async def stop(self) -> None:
        if self._ailment == "stops_for_ever":
            await asyncio.sleep(60)
        if self._ailment == "stops_with_an_error":
            raise OSError("stuck")

    async def _crash(self) -> None:
        await asyncio.sleep(0)
        raise LookupError("AhKh")


if __name__ == "__main__":
    sys.exit(run_service("toy", lambda process: [ToyPart(process, "none"), ToyPart(process, sys.argv[1])]))
