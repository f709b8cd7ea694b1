"""Finished hands kept as files, with the proofs of the cards that the player saw, for `riverrun verify`."""

import asyncio
from pathlib import Path
from typing import Any, Protocol

import aiohttp
import msgspec

from riverrun.client import Refused
from riverrun.kernel.identifiers import TableId

FINISH_WITHIN_S = 10.0


class Exports(Protocol):
    """What gives a finished hand; `RiverrunClient` does."""

    async def hand(self, table: TableId, hand: int) -> dict[str, Any]: ...


class KeptHands:
    """One file a hand in a folder: `TABLE-HAND.json`. What went wrong is kept in `failed`."""

    def __init__(self, folder: Path, table: TableId, exports: Exports) -> None:
        self._folder = folder
        self._table = table
        self._exports = exports
        self._saving: set[asyncio.Task[None]] = set()
        self.saved = 0
        self.failed: list[str] = []

    def is_over(self, hand: int) -> None:
        """The hand is finished: fetch and keep it, while play goes on."""
        task = asyncio.create_task(self._save(hand), name=f"keep hand {hand}")
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def finish(self) -> None:
        """Wait for what is still being fetched."""
        if self._saving:
            await asyncio.wait(self._saving, timeout=FINISH_WITHIN_S)

    def summary(self) -> str:
        """How many were kept, where, and what went wrong."""
        lines = [f"{self.saved} hands kept in {self._folder}; `riverrun verify` checks them.", *self.failed]
        return "\n".join(lines)

    async def _save(self, hand: int) -> None:
        try:
            exported = await self._exports.hand(self._table, hand)
            content = msgspec.json.format(msgspec.json.encode(exported), indent=2)
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{self._table}-{hand:06}.json").write_bytes(content + b"\n")
            self.saved += 1
        except (Refused, aiohttp.ClientError, TimeoutError, OSError) as error:
            self.failed.append(f"hand {hand}: {error}")
