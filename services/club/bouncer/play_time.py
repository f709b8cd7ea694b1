"""For how long a person has sat at tables: at four of them at once it is the same hour."""

from collections.abc import Iterable
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""From when until when, in Unix ms."""


def played_ms(spans: Iterable[Span], from_ms: int, until_ms: int) -> int:
    """How much of a period is covered by any of the spans."""
    total, covered_ms = 0, from_ms
    for begins, ends in sorted(spans):
        begins, ends = max(begins, covered_ms), min(ends, until_ms)
        if ends > begins:
            total += ends - begins
            covered_ms = ends
    return total
