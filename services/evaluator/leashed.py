"""`python -m services.evaluator.leashed MODULE`: runs a module, and ends with whoever started it.

Its standard input is the leash: the starter holds the other end and writes nothing. It is let go of whatever
way the starter ends, by kill -9 too, and on every system.
"""

import os
import runpy
import sys
import threading

LET_GO = 70
"""The exit code of one whose starter is no more."""


def _end_when_let_go() -> None:
    # Past Python's own reader, whose lock a daemon thread must not hold when the interpreter ends.
    while os.read(0, 1):
        pass
    os._exit(LET_GO)


if __name__ == "__main__":
    threading.Thread(target=_end_when_let_go, name="leash", daemon=True).start()
    runpy.run_module(sys.argv[1], run_name="__main__")
