"""The REST part of the clients' API, under `/v1`."""

import hashlib
from typing import Literal

import msgspec
from aiohttp import web
from msgspec import Struct

from riverrun.contracts import refusals
from riverrun.contracts.rest_messages import Guest, NewGuest, NewTable, ServerTime, TableList
from riverrun.contracts.table_commands import ExportHand, OpenTable, View
from riverrun.contracts.table_config import BadConfig, TableConfig, checked
from riverrun.kernel.identifiers import CommandId, TableId
from services.gateway.bearer import body_of, caller_of, json_of
from services.gateway.caller import CALLER
from services.gateway.house import House
from services.gateway.idempotency import command_of
from services.gateway.lobby import Lobby
from services.gateway.names import shown_name
from services.gateway.refusals import RefusedByTable
from services.gateway.request_limits import RequestLimits
from services.gateway.tokens import new_guest


class _Proof(Struct, frozen=True):
    """For whose eyes a hand's proof is: nobody's where the seat is missing."""

    viewer: int | None = None


class _Standing(Struct, frozen=True):
    channel: Literal["public", "player"]


_decode_channel = msgspec.json.Decoder(_Standing).decode
_decode_viewer = msgspec.json.Decoder(_Proof).decode


class Rest:
    """Its routes; each handler answers one."""

    def __init__(self, house: House, lobby: Lobby, limits: RequestLimits) -> None:
        self._house = house
        self._lobby = lobby
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        """All of `/v1` but the WebSocket."""
        return [
            web.post("/v1/guests", self.post_guest),
            web.get("/v1/time", self.get_time),
            web.get("/v1/tables", self.get_tables),
            web.post("/v1/tables", self.post_table),
            web.get("/v1/tables/{table}", self.get_table),
            web.get(r"/v1/tables/{table}/hands/{hand:\d{1,15}}", self.get_hand),
        ]

    async def post_guest(self, request: web.Request) -> web.Response:
        """A new guest."""
        self._limits.check_newcomer(request)
        wanted = await body_of(request, NewGuest)
        guest = request[CALLER] = new_guest(shown_name(wanted.name))
        token, expires_ms = self._house.credentials.sign(guest, self._house.clock.now_ms())
        return json_of(Guest(guest.player, guest.name, token, expires_ms), status=201)

    async def get_time(self, request: web.Request) -> web.Response:
        """The server's clock."""
        self._limits.check(request)
        return json_of(ServerTime(self._house.clock.now_ms()))

    async def get_tables(self, request: web.Request) -> web.Response:
        """The lobby."""
        self._limits.check(request)
        caller = caller_of(request, self._house.credentials)
        seen = await self._house.sights.seen_among(caller.player, self._lobby.entries())
        return json_of(TableList(seen))

    async def post_table(self, request: web.Request) -> web.Response:
        """A new table with the options of the body; what is left out keeps its default."""
        self._limits.check(request)
        caller = caller_of(request, self._house.credentials)
        config = _within_bounds(await body_of(request, TableConfig))
        command = command_of(request, caller.player)
        table = self._table_id_of(command)
        await self._house.open_tables.take(caller, table)
        await self._house.tables.command(table, caller, command, OpenTable(config))
        response = json_of(NewTable(table), status=201)
        response.headers["Location"] = f"/v1/tables/{table}"
        return response

    async def get_table(self, request: web.Request) -> web.Response:
        """A table as the caller may see it."""
        self._limits.check(request)
        caller = caller_of(request, self._house.credentials)
        table = self._house.tables.check(request.match_info["table"])
        view = await self._house.tables.query(table, caller, View())
        if _decode_channel(view).channel == "public":
            await self._house.table_sight.require(caller, table)
        return json_of(view)

    async def get_hand(self, request: web.Request) -> web.Response:
        """A finished hand, with the proofs of the cards that the caller may see."""
        self._limits.check(request)
        caller = caller_of(request, self._house.credentials)
        table = self._house.tables.check(request.match_info["table"])
        hand = int(request.match_info["hand"])
        asked = ExportHand(hand)

        async def has_played() -> bool:
            try:
                proof = await self._house.tables.query(table, caller, asked)
            except RefusedByTable:
                # A stranger is not told how many hands there are.
                return False
            return _decode_viewer(proof).viewer is not None

        await self._house.sight.require(caller, table, has_played)
        return json_of(await self._house.tables.query(table, caller, asked))

    def _table_id_of(self, command: CommandId) -> TableId:
        """The same for the same command: asked again, it is the table that was opened then."""
        mark = hashlib.sha256(command.encode()).hexdigest()
        return f"s{int(mark[:8], 16) % self._house.shards}-{mark[8:22]}"


def _within_bounds(config: TableConfig) -> TableConfig:
    if config.club:
        raise refusals.BadOption(option="club", why="a club's tables are opened by the club")
    try:
        return checked(config)
    except BadConfig as bad:
        raise refusals.BadOption(option=bad.option, why=str(bad)) from bad
