"""Table lives without processes: the state machine until so many events have happened, or one breaks."""

import logging
import sys
import time

import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.property.table_machine import TableMachine

LIVES_AT_ONCE = 100
STEPS_A_LIFE = 60


def live(events: int) -> int:
    """Live until so many events have happened; fails at the first that breaks a promise, told as steps."""
    # The evaluator is away all the time here, which would be told with every hand.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    began = time.monotonic()
    lives = 0
    while TableMachine.events < events:
        run_state_machine_as_test(
            TableMachine,
            settings=settings(
                max_examples=LIVES_AT_ONCE,
                stateful_step_count=STEPS_A_LIFE,
                derandomize=False,
                database=None,
                phases=(Phase.generate, Phase.shrink),
                suppress_health_check=list(HealthCheck),
                deadline=None,
                print_blob=True,
            ),
        )
        lives += LIVES_AT_ONCE
        sys.stdout.write(
            f"{time.monotonic() - began:7.1f} s  {lives} lives, {TableMachine.events:,} events, "
            f"{TableMachine.hands:,} hands\n"
        )
        sys.stdout.flush()
    return TableMachine.events
