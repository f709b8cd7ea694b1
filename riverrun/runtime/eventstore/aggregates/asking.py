"""Asking the log, with what goes wrong in the library's words: from a thread that blocks, or in the loop."""

from collections.abc import Coroutine
from typing import Any, TypeVar

import nats.errors
from eventsourcing.persistence import OperationalError

from riverrun.runtime.eventstore.loop_thread import LoopThread
from riverrun.runtime.nats.answers import ApiRefused

T = TypeVar("T")

UNANSWERED = (nats.errors.Error, OSError, TimeoutError, ApiRefused)


def asked(loop: LoopThread, question: Coroutine[Any, Any, T]) -> T:
    """The answer. Raises `OperationalError` when the log gives none, and what the question raises."""
    try:
        return loop.call(question)
    except UNANSWERED as error:
        raise _away(error) from error


async def answered(question: Coroutine[Any, Any, T]) -> T:
    """The same for who is in the loop."""
    try:
        return await question
    except UNANSWERED as error:
        raise _away(error) from error


def _away(error: Exception) -> OperationalError:
    return OperationalError(f"the log does not answer: {error!r}")
