"""Cutting long lists into pages: `?limit=20&cursor=…`; a cursor names the last item of the page before."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from aiohttp import web

from services.gateway.refusals import BadMessage

Item = TypeVar("Item")

USUAL, MOST = 20, 100


def cut_page(
    request: web.Request, items: Sequence[Item], name_of: Callable[[Item], str]
) -> tuple[list[Item], str]:
    """A page of items, and the cursor of the next, empty at the end. Raises `BadMessage`."""
    limit, cursor = request.query.get("limit", str(USUAL)), request.query.get("cursor", "")
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit) <= MOST):
        raise BadMessage("limit", f"1 to {MOST}")
    names = [name_of(item) for item in items]
    if cursor and cursor not in names:
        raise BadMessage("cursor", "begin anew: the page it stood for is gone")
    begin = names.index(cursor) + 1 if cursor else 0
    end = begin + int(limit)
    return list(items[begin:end]), names[end - 1] if end < len(items) else ""
