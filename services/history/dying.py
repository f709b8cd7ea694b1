"""Being killed at a named moment, for the tests of crashes."""

import os
import signal

from services.history.projection.plans import BeforeInsert


class DieBeforeInsert(BeforeInsert):
    """`kill -9` oneself right before the insert of that number, counted from the start of the process."""

    def __init__(self, number: int) -> None:
        self._left = number

    def __call__(self) -> None:
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
