"""Whether a service that is ready still does its work, and whether starting it again could help."""

import asyncio
import shutil
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import aiohttp
import msgspec

ROOM_BYTES = 16 * 1024 * 1024
"""Two blocks of the log: with less on its disk nats-server would soon refuse again."""
ILL_ANSWERS = 3
"""So many in a row: one alone may be a moment's."""
ANSWERS_WITHIN_S = 2.0
WELL = ""


class _Page(msgspec.Struct, frozen=True):
    """As nats-server tells that it is not well."""

    error: str


@dataclass(frozen=True)
class Health:
    """The page on which a running service tells what ails it, and the folder that it writes to."""

    url: str
    folder: Path
    asked_every_s: float = 5.0

    async def lost(self, known: str = "") -> str:
        """Wait until it is ill and stays so; what it says of that.

        `known` ailed the process before it, which was ended for that: no new start mends who says just that
        from his start on, unless he wants room.
        """
        ill = 0
        while True:
            await asyncio.sleep(self.asked_every_s)
            ailment = await self._ailment()
            if ailment == WELL:
                known = ""
            ill = ill + 1 if ailment and (ailment != known or not self.has_room) else 0
            if ailment and ill >= ILL_ANSWERS:
                return ailment

    @property
    def has_room(self) -> bool:
        """Whether more can be written; it is only looked, for to try could take what is left from others."""
        try:
            return shutil.disk_usage(self.folder).free >= ROOM_BYTES
        except OSError:
            return False

    async def room(self) -> None:
        """Wait until there is some."""
        while not self.has_room:  # noqa: ASYNC110  a disk tells nobody
            await asyncio.sleep(self.asked_every_s)

    async def _ailment(self) -> str | None:
        """None where it does not answer: who is busy is not to be ended for it."""
        within = aiohttp.ClientTimeout(total=ANSWERS_WITHIN_S)
        try:
            async with aiohttp.ClientSession(timeout=within) as http, http.get(self.url) as page:
                return WELL if page.status == HTTPStatus.OK else _told(page.status, await page.read())
        except (aiohttp.ClientError, TimeoutError, OSError):
            return None


def _told(status: int, page: bytes) -> str:
    try:
        return msgspec.json.decode(page, type=_Page).error
    except msgspec.DecodeError:
        return f"its health page answers {status}"
