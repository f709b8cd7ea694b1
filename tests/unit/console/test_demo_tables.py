"""`riverrun up` waits until every table answers, whoever may look at it."""

from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from console.supervisor.demo_tables import DemoTables
from console.supervisor.held_slots import NotHosted
from riverrun.client.refusal import Refused
from riverrun.contracts.rest_messages import Guest, Problem, TableList
from services.gateway.bearer import json_of

NUMBERS = count(1)
USED: web.AppKey[set[str]] = web.AppKey("used", set)
REFUSALS = {
    "s0-closed": (403, "members_only"),
    "s0-stopped": (409, "table_stopped"),
    "s0-silent": (503, "table_unavailable"),
}


async def _guest(_: web.Request) -> web.Response:
    return json_of(Guest("g-house", "House", f"token-{next(NUMBERS)}", 0), status=201)


async def _table(request: web.Request) -> web.Response:
    status, code = REFUSALS[request.match_info["table"]]
    return json_of(Problem("", status, code, "", {}), status)


async def _tables(request: web.Request) -> web.Response:
    """Each token is good for one look."""
    token = request.headers["Authorization"]
    if token in request.app[USED]:
        return json_of(Problem("", 401, "token_expired", "", {}), 401)
    request.app[USED].add(token)
    return json_of(TableList([]))


@pytest_asyncio.fixture
async def demo() -> AsyncIterator[DemoTables]:
    app = web.Application()
    app[USED] = set()
    app.add_routes(
        [
            web.post("/v1/guests", _guest),
            web.get("/v1/tables", _tables),
            web.get("/v1/tables/{table}", _table),
        ]
    )
    async with TestServer(app) as server:
        yield DemoTables(str(server.make_url("")).rstrip("/"))


async def test_a_closed_clubs_table_has_answered_when_it_tells_a_guest_nothing(demo: DemoTables) -> None:
    # A folder with a closed club in it could not be started again.
    assert await demo.until_answered(["s0-closed", "s0-stopped"], within_s=0) == ["s0-stopped"]


async def test_a_table_that_is_silent_is_not_hosted(demo: DemoTables) -> None:
    with pytest.raises(NotHosted):
        await demo.until_answered(["s0-silent"], within_s=0)


async def test_after_a_token_that_has_run_out_the_house_looks_as_another_guest(demo: DemoTables) -> None:
    assert await demo.listed() == []
    with pytest.raises(Refused):
        await demo.listed()

    assert await demo.listed() == []
