"""The part of the clients' API that is about finished hands: replays, favourites, share links."""

from typing import Protocol, TypeVar

import msgspec

from riverrun.contracts.history_messages import (
    Favourite,
    FavouriteList,
    HandNote,
    MadeShare,
    NewShare,
    ReplayedHand,
    Share,
    ShareList,
)
from riverrun.kernel.identifiers import TableId

Answer = TypeVar("Answer")


class Asks(Protocol):
    """One request; see `Rest.ask`."""

    async def __call__(
        self,
        method: str,
        path: str,
        answer: type[Answer],
        body: msgspec.Struct | None = None,
        *,
        key: str = "",
    ) -> Answer: ...


class FinishedHands:
    """Every method raises `Refused` with the server's code, or `aiohttp.ClientError` where nobody answers."""

    def __init__(self, ask: Asks) -> None:
        self._ask = ask

    async def replay(self, table: TableId, hand: int) -> ReplayedHand:
        """A hand as this player may know it, and the table after each of its steps."""
        return await self._ask("GET", _path(table, hand), ReplayedHand)

    async def shared(self, token: str) -> ReplayedHand:
        """The hand behind a share link."""
        return await self._ask("GET", f"/v1/shared/{token}", ReplayedHand)

    async def favourites(self) -> list[Favourite]:
        return (await self._ask("GET", "/v1/favourites", FavouriteList)).favourites

    async def keep(self, table: TableId, hand: int, note: str = "") -> None:
        """Make it a favourite, or note something else on it."""
        await self._ask("PUT", f"{_path(table, hand)}/favourite", type(None), HandNote(note))

    async def drop(self, table: TableId, hand: int) -> None:
        await self._ask("DELETE", f"{_path(table, hand)}/favourite", type(None))

    async def share(
        self, table: TableId, hand: int, *, hide_cards: bool = False, until_ms: int = 0, key: str = ""
    ) -> MadeShare:
        """A link to the hand, told this once, and again to who asks under the same `key`."""
        body = NewShare(hide_cards, until_ms)
        return await self._ask("POST", f"{_path(table, hand)}/shares", MadeShare, body, key=key)

    async def shares(self) -> list[Share]:
        return (await self._ask("GET", "/v1/shares", ShareList)).shares

    async def end_share(self, share: str) -> None:
        """The link shows nothing any more."""
        await self._ask("DELETE", f"/v1/shares/{share}", type(None))


def _path(table: TableId, hand: int) -> str:
    return f"/v1/hands/{table}/{hand}"
