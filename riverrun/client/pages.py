"""Reading a list of the clients' API that comes in pages."""

from collections.abc import AsyncIterator
from typing import Protocol, TypeVar
from urllib.parse import urlencode

from riverrun.client.accounts import Asks

LARGEST_PAGE = 100


class HasNext(Protocol):
    """A page that says where the one after it begins."""

    @property
    def next(self) -> str: ...


Page = TypeVar("Page", bound=HasNext)


async def pages(ask: Asks, path: str, kind: type[Page], **asked: str) -> AsyncIterator[Page]:
    """All of them, as far as one reads on."""
    cursor, more = "", True
    while more:
        query = urlencode({**asked, "limit": LARGEST_PAGE, "cursor": cursor})
        page = await ask("GET", f"{path}?{query}", kind)
        yield page
        cursor, more = page.next, bool(page.next)
