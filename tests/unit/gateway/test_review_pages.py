"""Review through the door: a club's own tables, for whom the club lets, and noted who looked and decided."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.refusals import NotAllowed, Refusal
from riverrun.pb.club.v1 import club_pb2
from riverrun.pb.history.v1 import history_pb2 as pb
from services.gateway.problems import problems
from services.gateway.rest_audit import LONGEST_NAME, RestAudit
from services.gateway.review_pages import DAY_MS, ReviewPages
from tests.support.clock import FakeClock

PAIR = "pair:p-bob+p-cat"
FINDINGS = "/v1/clubs/c-1/findings"
FOUND = pb.Finding(finding=PAIR, kind="pair", players=["p-bob", "p-cat"], score_milli=1_400, reasons=["so"])


@dataclass
class House:
    """Club and history as the pages see them; remembers what was asked and noted."""

    refuses: Refusal | None = None
    asked: list[Any] = field(default_factory=list)
    noted: list[AuditRecord] = field(default_factory=list)

    def note(self, record: AuditRecord) -> None:
        self.noted.append(record)

    def address_of(self, request: web.Request) -> str:
        return "192.0.2.1"


class Calls:
    """Stubs: `ask` of both lines gets the call's name."""

    def __getattr__(self, name: str) -> str:
        return name


class ClubLine:
    def __init__(self, house: House) -> None:
        self.house = house
        self.clubs = Calls()

    async def ask(self, call: str, request: Any) -> Any:
        assert call == "ReviewPlay"
        if self.house.refuses is not None:
            raise self.house.refuses
        return club_pb2.ReviewPlayResponse(tables=["s0-one", "s0-two"])


class HistoryLine:
    def __init__(self, house: House) -> None:
        self.house = house
        self.reviews = Calls()

    async def ask(self, call: str, request: Any, within_s: float) -> Any:
        self.house.asked.append(request)
        hand = pb.CheckedHand(table="s0-one", hand=7, net=-500, other_net=480)
        return {
            "Findings": pb.FindingsResponse(findings=[FOUND]),
            "TellFinding": pb.ToldFinding(finding=FOUND, hands=[hand]),
            "DecideFinding": pb.DecideFindingResponse(),
        }[call]


@dataclass
class Desk:
    house: House

    @property
    def line(self) -> ClubLine:
        return ClubLine(self.house)

    def by(self, request: web.Request) -> club_pb2.By:
        return club_pb2.By(player="p-ann", command="w-1")


@pytest.fixture
def house() -> House:
    return House()


@pytest_asyncio.fixture
async def client(house: House) -> "AsyncIterator[TestClient[web.Request, web.Application]]":
    clock = FakeClock()
    audit = RestAudit(cast("Any", house), cast("Any", house), clock)
    app = web.Application(middlewares=[audit.middleware, problems])
    pages = ReviewPages(cast("Any", Desk(house)), cast("Any", HistoryLine(house)), clock)
    app.add_routes(pages.routes())
    async with TestClient(TestServer(app)) as found:
        yield found


async def test_findings_are_of_the_clubs_own_tables(client: Any, house: House) -> None:
    response = await client.get(f"{FINDINGS}?days=7")

    told = await response.json()
    (asked,) = house.asked
    assert response.status == 200
    assert [one["finding"] for one in told["findings"]] == [PAIR]
    assert (asked.club, list(asked.tables)) == ("c-1", ["s0-one", "s0-two"])
    assert asked.until_ms - asked.since_ms == 7 * DAY_MS


async def test_one_finding_names_its_hands(client: Any, house: House) -> None:
    told = await (await client.get(f"{FINDINGS}/{PAIR}")).json()

    assert house.asked[0].finding == PAIR
    assert [(one["table"], one["hand"]) for one in told["hands"]] == [("s0-one", 7)]


async def test_a_decision_is_the_callers_own(client: Any, house: House) -> None:
    said = {"verdict": "cleared", "note": "brother and sister"}
    response = await client.post(f"{FINDINGS}/{PAIR}/decisions", json=said)

    (asked,) = house.asked
    assert response.status == 204
    assert (asked.by, asked.verdict, asked.note) == ("p-ann", "cleared", "brother and sister")


async def test_who_looks_and_who_decides_is_noted(client: Any, house: House) -> None:
    await client.get(FINDINGS)
    await client.post(f"{FINDINGS}/{PAIR}/decisions", json={"verdict": "confirmed", "note": "clear as day"})

    looked, decided = house.noted
    assert (looked.act, looked.details) == (
        "GET /v1/clubs/{club}/findings",
        {"club": "c-1"},
    )
    assert decided.details == {"club": "c-1", "finding": PAIR, "verdict": "confirmed"}


async def test_nobody_fills_the_audit_log_with_long_names(client: Any, house: House) -> None:
    # Whatever stood in the path was noted whole, of strangers too: eight kilobytes a request.
    await client.get(f"/v1/clubs/{'c' * 3_000}/findings/{'f' * 3_000}")

    (looked,) = house.noted
    assert looked.details == {"club": "c" * LONGEST_NAME, "finding": "f" * LONGEST_NAME}


async def test_whom_the_club_does_not_let_is_shown_nothing(client: Any, house: House) -> None:
    house.refuses = NotAllowed()

    statuses = [
        (await client.get(FINDINGS)).status,
        (await client.get(f"{FINDINGS}/{PAIR}")).status,
        (await client.post(f"{FINDINGS}/{PAIR}/decisions", json={"verdict": "cleared", "note": "me"})).status,
    ]

    assert statuses == [403, 403, 403]
    assert house.asked == []
    assert {one.result for one in house.noted} == {"not_allowed"}


@pytest.mark.parametrize(
    "said", [{"verdict": "guilty", "note": "x"}, {"verdict": "cleared", "note": ""}, {"verdict": "cleared"}]
)
async def test_a_decision_is_one_of_three_and_has_a_reason(client: Any, house: House, said: Any) -> None:
    response = await client.post(f"{FINDINGS}/{PAIR}/decisions", json=said)

    assert response.status == 422
    assert house.asked == []


async def test_a_period_has_its_bounds(client: Any, house: House) -> None:
    assert [(await client.get(f"{FINDINGS}?days={days}")).status for days in ("0", "93", "x")] == [422] * 3
