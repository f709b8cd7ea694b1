"""The REST part about a club's periods: closing one, and reading those that are closed."""

from aiohttp import web

from riverrun.contracts.club_messages import ClosedPeriod, ListedPeriod, NewSettlement, PeriodPage
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.bearer import json_of
from services.gateway.club_desk import ClubDesk, wish_in
from services.gateway.club_words import shown_line
from services.gateway.pages import cut_page


class ClubPeriods:
    """Its routes; each handler answers one."""

    def __init__(self, desk: ClubDesk) -> None:
        self._desk = desk

    def routes(self) -> list[web.RouteDef]:
        """`/v1/clubs/{club}/settlements` and below."""
        settlements = "/v1/clubs/{club}/settlements"
        return [
            web.get(settlements, self.get_settlements),
            web.post(settlements, self.post_settlement),
            web.get(f"{settlements}/{{period}}", self.get_settlement),
        ]

    async def get_settlements(self, request: web.Request) -> web.Response:
        """Closed periods, the newest first."""
        line = self._desk.line
        asked = pb.SettlementsRequest(by=self._desk.by(request), club=request.match_info["club"])
        found = await line.ask(line.ledger.Settlements, asked)
        listed = [ListedPeriod(one.period, one.from_ms, one.to_ms) for one in found.periods]
        page, following = cut_page(request, listed, lambda one: one.period)
        return json_of(PeriodPage(page, following))

    async def post_settlement(self, request: web.Request) -> web.Response:
        """Close a period; one that is closed is told as it was closed."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewSettlement)
        asked = pb.SettleRequest(by=by, club=request.match_info["club"], period=wanted.period)
        return json_of(_shown(await line.ask(line.ledger.Settle, asked)), status=201)

    async def get_settlement(self, request: web.Request) -> web.Response:
        """A closed period."""
        line = self._desk.line
        club, period = request.match_info["club"], request.match_info["period"]
        asked = pb.SettlementRequest(by=self._desk.by(request), club=club, period=period)
        return json_of(_shown(await line.ask(line.ledger.Settlement, asked)))


def _shown(closed: pb.SettleResponse) -> ClosedPeriod:
    lines = [shown_line(one) for one in closed.lines]
    return ClosedPeriod(closed.period, closed.from_ms, closed.to_ms, lines)
