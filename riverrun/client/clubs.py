"""The part of the clients' API that is about clubs: members and their roles, templates, tables."""

import secrets
from collections.abc import AsyncIterator
from urllib.parse import quote

from riverrun.client.accounts import Asks
from riverrun.client.pages import pages
from riverrun.contracts.club_messages import (
    AgentTerms,
    ChosenTemplate,
    ClubBounds,
    ClubKind,
    ClubList,
    ClubRole,
    JoinAnswer,
    JoinWish,
    MemberPage,
    NewAgent,
    NewClub,
    NewRole,
    ShownClub,
)
from riverrun.contracts.rest_messages import NewTable
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import PlayerId, TableId

NOTHING = type(None)


class Clubs:
    """Every method raises `Refused` with the server's code, or `aiohttp.ClientError` where nobody answers.

    What changes something takes a `key`: asked again under it, it is done once; without one it is drawn.
    """

    def __init__(self, ask: Asks) -> None:
        self._ask = ask

    async def mine(self) -> list[ShownClub]:
        return (await self._ask("GET", "/v1/clubs", ClubList)).clubs

    async def found(self, name: str, kind: ClubKind, key: str = "") -> ShownClub:
        return await self._ask("POST", "/v1/clubs", ShownClub, NewClub(name, kind), key=key or new_key())

    async def ask_to_join(self, code: str, key: str = "") -> None:
        await self._ask("POST", "/v1/clubs/joins", NOTHING, JoinWish(code), key=key or new_key())

    async def show(self, club: str) -> ShownClub:
        return await self._ask("GET", club_path(club), ShownClub)

    async def members(self, club: str) -> AsyncIterator[MemberPage]:
        """Page by page; who asks to join comes with the first."""
        async for page in pages(self._ask, club_path(club, "members"), MemberPage):
            yield page

    async def answer(self, club: str, player: PlayerId, *, admit: bool, key: str = "") -> None:
        path = member_path(club, player, "answer")
        await self._ask("POST", path, NOTHING, JoinAnswer(admit), key=key or new_key())

    async def give_role(self, club: str, player: PlayerId, role: ClubRole, key: str = "") -> None:
        path = member_path(club, player, "role")
        await self._ask("PUT", path, NOTHING, NewRole(role), key=key or new_key())

    async def assign_agent(self, club: str, player: PlayerId, agent: PlayerId, key: str = "") -> None:
        path = member_path(club, player, "agent")
        await self._ask("PUT", path, NOTHING, NewAgent(agent), key=key or new_key())

    async def set_terms(self, club: str, agent: PlayerId, rakeback_bps: int, key: str = "") -> None:
        path = member_path(club, agent, "terms")
        await self._ask("PUT", path, NOTHING, AgentTerms(rakeback_bps), key=key or new_key())

    async def remove(self, club: str, player: PlayerId, key: str = "") -> None:
        """Have a member go, or leave oneself."""
        await self._ask("DELETE", member_path(club, player), NOTHING, key=key or new_key())

    async def ban(self, club: str, player: PlayerId, key: str = "") -> None:
        """Let somebody in no more; a member is out at once."""
        await self._ask("PUT", member_path(club, player, "ban"), NOTHING, key=key or new_key())

    async def lift_ban(self, club: str, player: PlayerId, key: str = "") -> None:
        await self._ask("DELETE", member_path(club, player, "ban"), NOTHING, key=key or new_key())

    async def new_code(self, club: str, key: str = "") -> ShownClub:
        return await self._ask("POST", club_path(club, "code"), ShownClub, key=key or new_key())

    async def set_bounds(self, club: str, bounds: ClubBounds, key: str = "") -> None:
        await self._ask("PUT", club_path(club, "bounds"), NOTHING, bounds, key=key or new_key())

    async def save_template(self, club: str, name: str, options: TableConfig, key: str = "") -> None:
        path = club_path(club, f"templates/{quote(name, safe='')}")
        await self._ask("PUT", path, NOTHING, options, key=key or new_key())

    async def drop_template(self, club: str, name: str, key: str = "") -> None:
        path = club_path(club, f"templates/{quote(name, safe='')}")
        await self._ask("DELETE", path, NOTHING, key=key or new_key())

    async def open_table(self, club: str, template: str, key: str = "") -> TableId:
        path, body = club_path(club, "tables"), ChosenTemplate(template)
        return (await self._ask("POST", path, NewTable, body, key=key or new_key())).table


def new_key() -> str:
    """A key for one wish."""
    return secrets.token_hex(16)


def club_path(club: str, below: str = "") -> str:
    """Where a club is asked for."""
    path = f"/v1/clubs/{quote(club, safe='')}"
    return f"{path}/{below}" if below else path


def member_path(club: str, player: PlayerId, below: str = "") -> str:
    """Where a member is asked for."""
    path = club_path(club, f"members/{quote(player, safe='')}")
    return f"{path}/{below}" if below else path
