"""What came of a case: passed, failed with its differences, or skipped by name."""

from typing import Any, Literal, TypeAlias

import msgspec

Result: TypeAlias = Literal["passed", "failed", "skipped"]


class Difference(msgspec.Struct, frozen=True):
    """One thing that came out otherwise than the case says."""

    what: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.what}: expected {_text(self.expected)}, got {_text(self.got)}"


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one case; `reason` says why it was skipped."""

    id: str
    type: str
    kind: str
    file: str
    result: Result
    reason: str = ""
    differences: list[Difference] = []


class Skipped(Exception):
    """The case asks for something that is not played here yet; the message names it."""


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def differing(what: str, expected: Any, got: Any) -> list[Difference]:
    """No difference where the case asserts nothing (`expected` is unset) or the two are equal."""
    if expected is msgspec.UNSET or expected == got:
        return []
    return [Difference(what, expected, got)]
