"""Clients of one gateway with clubs and people's accounts behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.support.club_house import running_clubs
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.newcomers import registered


@dataclass
class Apps:
    """What they do."""

    url: str
    http: aiohttp.ClientSession

    async def ask(
        self, method: str, path: str, token: str, body: object = None, **headers: str
    ) -> tuple[int, Any]:
        headers["Authorization"] = f"Bearer {token}"
        async with self.http.request(method, self.url + path, json=body, headers=headers) as response:
            return response.status, None if response.status == 204 else await response.json()

    async def person(self, name: str) -> tuple[str, str]:
        """A player's id and token."""
        made = await registered(self.http, self.url, name)
        return made["player"], made["token"]

    async def club(self, token: str) -> dict[str, Any]:
        status, club = await self.ask("POST", "/v1/clubs", token, {"name": "Rhine"})
        assert status == 201, club
        return dict(club)

    async def door(self, player: str, token: str) -> Door:
        """A WebSocket, welcome."""
        door = Door(self.http, self.url)
        door.player, door.token = player, token
        await door.connect()
        await door.hello()
        return door

    async def join(self, club: dict[str, Any], owner: str, player: str, token: str) -> None:
        status, _ = await self.ask("POST", "/v1/clubs/joins", token, {"code": club["code"]})
        assert status == 204
        path = f"/v1/clubs/{club['club']}/members/{player}/answer"
        assert (await self.ask("POST", path, owner, {"admit": True}))[0] == 204


@asynccontextmanager
async def apps_of(servers: NatsServers, club_target: str, **settings: Any) -> AsyncIterator[Apps]:
    """Ready, before a club service that runs; the settings are the gateway's."""
    async with (
        running_gateway(servers, club_target=club_target, **settings) as gateway,
        aiohttp.ClientSession() as http,
    ):
        yield Apps(gateway.url, http)


@asynccontextmanager
async def running_apps(servers: NatsServers, keys: Path) -> AsyncIterator[Apps]:
    """Ready, with a club service."""
    async with running_clubs(servers, keys=keys) as clubs, apps_of(servers, clubs.target) as apps:
        yield apps
