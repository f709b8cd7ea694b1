"""Keeps cards and passwords out of the log, whoever logs them (R1.6)."""

import traceback
from collections.abc import Iterator

from structlog.typing import EventDict, ExcInfo, WrappedLogger

WITHHELD = "(withheld)"
SECRET_FIELDS = frozenset(
    (
        "authorization",
        "cards",
        "deck",
        "hole",
        "hole_cards",
        "holes",
        "nonce",
        "password",
        "salt",
        "seed",
        "token",
    )
)

_NAMES_VALUES = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""What thinking code raises: the words of such an error may be the very cards it stumbled over."""


def withhold_secrets(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Replace the value of every field whose name promises a secret."""
    for field in SECRET_FIELDS.intersection(line):
        line[field] = WITHHELD
    return line


def _lines(error: BaseException) -> Iterator[str]:
    origin = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if origin is not None:
        yield from _lines(origin)
        yield "\nwhich led to\n\n"
    yield from traceback.format_tb(error.__traceback__)
    words = WITHHELD if isinstance(error, _NAMES_VALUES) else str(error)
    yield f"{type(error).__module__}.{type(error).__qualname__}: {words}\n"
    for part in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from ("\nand in it\n\n", *_lines(part))


def traceback_of(error: BaseException) -> str:
    """Where an error came from: source lines and kinds of error, never the words that could name a card."""
    return "".join(_lines(error)).rstrip()


def format_traceback(exc_info: ExcInfo) -> str:
    """`traceback_of` for structlog's exception renderer."""
    return traceback_of(exc_info[1])
