"""Asking the log on a loop thread, with what goes wrong in the library's words."""

from collections.abc import Coroutine
from typing import Any, TypeVar

import nats.errors
from eventsourcing.persistence import OperationalError

from riverrun.runtime.eventstore.loop_thread import LoopThread
from riverrun.runtime.nats.answers import ApiRefused

T = TypeVar("T")


def asked(loop: LoopThread, question: Coroutine[Any, Any, T]) -> T:
    """The answer. Raises `OperationalError` when the log gives none, and what the question raises."""
    try:
        return loop.call(question)
    except (nats.errors.Error, OSError, TimeoutError, ApiRefused) as error:
        raise OperationalError(f"the log does not answer: {error!r}") from error
