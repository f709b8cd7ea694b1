"""What is asked over plain HTTP stands in the audit log: by whom, about whom, what exactly; and no secret."""

from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.club_messages import JoinWish, NewRole
from riverrun.contracts.refusals import NotAllowed
from services.gateway.club_desk import done, wish_in
from services.gateway.problems import problems
from services.gateway.rest_audit import RestAudit
from tests.support.clock import FakeClock

ROLE = "/v1/clubs/{club}/members/{player}/role"


class Trail:
    """Keeps what is noted; it also says from which address one asks."""

    def __init__(self) -> None:
        self.notes: list[AuditRecord] = []

    def note(self, record: AuditRecord) -> None:
        self.notes.append(record)

    def address_of(self, _: web.Request) -> str:
        return "203.0.113.9"


async def put_role(request: web.Request) -> web.Response:
    wanted = await wish_in(request, NewRole)
    if wanted.role == "owner":
        raise NotAllowed
    return done()


async def post_join(request: web.Request) -> web.Response:
    await wish_in(request, JoinWish, "code")
    return done()


async def get_share(_: web.Request) -> web.Response:
    raise NotAllowed


@pytest.fixture
def trail() -> Trail:
    return Trail()


@pytest_asyncio.fixture
async def client(trail: Trail) -> "AsyncIterator[TestClient[web.Request, web.Application]]":
    audit = RestAudit(cast("Any", trail), cast("Any", trail), FakeClock())
    app = web.Application(middlewares=[audit.middleware, problems])
    shares = web.get("/v1/shares/{secret}", get_share)
    app.add_routes([web.put(ROLE, put_role), web.post("/v1/clubs/joins", post_join), shares])
    async with TestClient(TestServer(app)) as found:
        yield found


async def test_an_owners_act_names_club_member_and_what_was_wished(client: Any, trail: Trail) -> None:
    await client.put("/v1/clubs/c1/members/p-bob/role", json={"role": "manager"})

    (note,) = trail.notes
    assert (note.act, note.address, note.result) == (f"PUT {ROLE}", "203.0.113.9", "")
    assert note.details == {"club": "c1", "player": "p-bob", "role": "manager"}


async def test_a_refused_act_names_the_same(client: Any, trail: Trail) -> None:
    await client.put("/v1/clubs/c1/members/p-bob/role", json={"role": "owner"})

    (note,) = trail.notes
    assert (note.result, note.details["role"], note.details["player"]) == ("not_allowed", "owner", "p-bob")


async def test_codes_and_other_secrets_are_not_written_down(client: Any, trail: Trail) -> None:
    await client.post("/v1/clubs/joins", json={"code": "c1-opensesame"})
    await client.get("/v1/shares/opensesame")

    assert len(trail.notes) == 2
    assert "opensesame" not in str(trail.notes)


async def test_a_long_name_is_cut(client: Any, trail: Trail) -> None:
    await client.put(f"/v1/clubs/{'c' * 500}/members/p-bob/role", json={"role": "agent"})

    assert trail.notes[0].details["club"] == "c" * 80
