"""`riverrun up` waits until every table answers, whoever may look at it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from console.supervisor.demo_tables import DemoTables
from console.supervisor.held_slots import NotHosted
from riverrun.contracts.rest_messages import Guest, Problem
from services.gateway.bearer import json_of

REFUSALS = {
    "s0-closed": (403, "members_only"),
    "s0-stopped": (409, "table_stopped"),
    "s0-silent": (503, "table_unavailable"),
}


async def _guest(_: web.Request) -> web.Response:
    return json_of(Guest("g-house", "House", "token", 0), status=201)


async def _table(request: web.Request) -> web.Response:
    status, code = REFUSALS[request.match_info["table"]]
    return json_of(Problem("", status, code, "", {}), status)


@pytest_asyncio.fixture
async def demo() -> AsyncIterator[DemoTables]:
    app = web.Application()
    app.add_routes([web.post("/v1/guests", _guest), web.get("/v1/tables/{table}", _table)])
    async with TestServer(app) as server:
        yield DemoTables(str(server.make_url("")).rstrip("/"))


async def test_a_closed_clubs_table_has_answered_when_it_tells_a_guest_nothing(demo: DemoTables) -> None:
    # A folder with a closed club in it could not be started again.
    assert await demo.until_answered(["s0-closed", "s0-stopped"], within_s=0) == ["s0-stopped"]


async def test_a_table_that_is_silent_is_not_hosted(demo: DemoTables) -> None:
    with pytest.raises(NotHosted):
        await demo.until_answered(["s0-silent"], within_s=0)
