"""The part of the clients' API that is asked over plain HTTP: guests, the list of tables, finished hands."""

from http import HTTPStatus
from typing import Any, TypeVar

import aiohttp
import msgspec

from riverrun.client.credential import Credential, FixedToken
from riverrun.client.refusal import Refused
from riverrun.contracts.rest_messages import Guest, NewGuest, NewTable, Problem, ServerTime, TableList
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry, Snapshot
from riverrun.kernel.identifiers import TableId

Answer = TypeVar("Answer")


class Rest:
    """Every method raises `Refused` with the server's code, or `aiohttp.ClientError` where nobody answers."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self._http = http
        self._url = url.rstrip("/")
        self.credential: Credential = FixedToken()

    async def new_guest(self, name: str) -> Guest:
        return await self.ask("POST", "/v1/guests", Guest, NewGuest(name))

    async def tables(self) -> list[LobbyEntry]:
        return (await self.ask("GET", "/v1/tables", TableList)).tables

    async def open_table(self, config: TableConfig) -> TableId:
        return (await self.ask("POST", "/v1/tables", NewTable, config)).table

    async def snapshot(self, table: TableId) -> Snapshot:
        return await self.ask("GET", f"/v1/tables/{table}", Snapshot)

    async def hand(self, table: TableId, hand: int) -> dict[str, Any]:
        return await self.ask("GET", f"/v1/tables/{table}/hands/{hand}", dict[str, Any])

    async def time(self) -> int:
        return (await self.ask("GET", "/v1/time", ServerTime)).now_ms

    async def ask(
        self,
        method: str,
        path: str,
        answer: type[Answer],
        body: msgspec.Struct | None = None,
        *,
        token: str | None = None,
        key: str = "",
    ) -> Answer:
        """One request. `token`: another than one's own; `key`: asked again under it, it is done once."""
        proof = await self.credential.token() if token is None else token
        headers = {"Authorization": f"Bearer {proof}"} if proof else {}
        if key:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            data = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        async with self._http.request(method, self._url + path, data=data, headers=headers) as response:
            content = await response.read()
        if response.status < HTTPStatus.BAD_REQUEST:
            return msgspec.json.decode(content or b"null", type=answer)
        raise _refusal(response.status, content)


def _refusal(status: int, content: bytes) -> Refused:
    try:
        problem = msgspec.json.decode(content, type=Problem)
    except msgspec.MsgspecError:
        # Not the gateway's own words: a proxy before it, perhaps.
        return Refused("unexpected", f"HTTP status {status}")
    return Refused(problem.code, problem.detail, problem.details)
