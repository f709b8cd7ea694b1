"""Looking at what somebody may be writing: what he has not finished is there a moment later."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

LOOKS_AGAIN, AFTER_S = 5, 0.3


def settled(look: Callable[[], Found], is_equal: Callable[[Found], bool]) -> Found:
    """What was found in the end: what is not equal is looked at again, some times."""
    found = look()
    for _ in range(LOOKS_AGAIN):
        if is_equal(found):
            break
        time.sleep(AFTER_S)
        found = look()
    return found
