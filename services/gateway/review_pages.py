"""The REST part about review of play: owner and managers look at their own club's tables (R11.2)."""

from aiohttp import web

from riverrun.contracts.review_messages import (
    CheckedHand,
    Decision,
    FindingList,
    NewDecision,
    ShownFinding,
    ToldFinding,
)
from riverrun.pb.club.v1 import club_pb2
from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.runtime.clock import Clock
from services.gateway.bearer import body_of, json_of
from services.gateway.club_desk import ClubDesk, done
from services.gateway.history_line import HistoryLine
from services.gateway.refusals import BadMessage
from services.gateway.rest_audit import NOTED

USUAL_DAYS, MOST_DAYS = 30, 92
DAY_MS = 86_400_000
WITHIN_S = 60.0
"""All hands of the period are looked through."""


class ReviewPages:
    """Its routes. Who looks and who decides stands in the audit log, with what he looked at."""

    def __init__(self, desk: ClubDesk, line: HistoryLine, clock: Clock) -> None:
        self._desk = desk
        self._line = line
        self._clock = clock

    def routes(self) -> list[web.RouteDef]:
        """Findings and decisions."""
        finding = "/v1/clubs/{club}/findings/{finding}"
        return [
            web.get("/v1/clubs/{club}/findings", self.get_findings),
            web.get(finding, self.get_finding),
            web.post(f"{finding}/decisions", self.post_decision),
        ]

    async def get_findings(self, request: web.Request) -> web.Response:
        """Whom to look at, the strongest first."""
        _, among = await self._among(request)
        found = await self._line.ask(self._line.reviews.Findings, among, WITHIN_S)
        shown = [_shown(one) for one in found.findings]
        return json_of(FindingList(among.since_ms, among.until_ms, shown))

    async def get_finding(self, request: web.Request) -> web.Response:
        """One, with its hands."""
        _, among = await self._among(request)
        asked = pb.TellFindingRequest(among=among, finding=request.match_info["finding"])
        told = await self._line.ask(self._line.reviews.TellFinding, asked, WITHIN_S)
        hands = [
            CheckedHand(one.table, one.hand, one.ended_ms, one.big_blind, one.net, one.other_net)
            for one in told.hands
        ]
        return json_of(ToldFinding(_shown(told.finding), hands))

    async def post_decision(self, request: web.Request) -> web.Response:
        """Say what it is."""
        by, among = await self._among(request)
        wanted = await body_of(request, NewDecision)
        request[NOTED]["verdict"] = wanted.verdict
        asked = pb.DecideFindingRequest(
            among=among,
            finding=request.match_info["finding"],
            by=by,
            verdict=wanted.verdict,
            note=wanted.note,
        )
        await self._line.ask(self._line.reviews.DecideFinding, asked, WITHIN_S)
        return done()

    async def _among(self, request: web.Request) -> tuple[str, pb.FindingsRequest]:
        """Who asks, and the hands he may look at: the club says so. Raises its refusals, `BadMessage`."""
        club, by = request.match_info["club"], self._desk.by(request)
        request[NOTED] = {}
        days = _days(request)
        line = self._desk.line
        allowed = await line.ask(line.clubs.ReviewPlay, club_pb2.ReviewPlayRequest(by=by, club=club))
        now_ms = self._clock.now_ms()
        since_ms = now_ms - days * DAY_MS
        return by.player, pb.FindingsRequest(
            club=club, tables=allowed.tables, since_ms=since_ms, until_ms=now_ms
        )


def _days(request: web.Request) -> int:
    """Of the last so many days: `?days=`. Raises `BadMessage`."""
    text = request.query.get("days", str(USUAL_DAYS))
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_DAYS):
        raise BadMessage("days", f"1 to {MOST_DAYS}")
    return int(text)


def _shown(one: pb.Finding) -> ShownFinding:
    decisions = [Decision(said.at_ms, said.by, said.verdict, said.note) for said in one.decisions]
    return ShownFinding(
        one.finding, one.kind, list(one.players), one.score_milli, one.hands, list(one.reasons), decisions
    )
