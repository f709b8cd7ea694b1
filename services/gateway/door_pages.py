"""The REST part about the door: whom a table turned away, for its owner, and reports about players."""

from aiohttp import web

from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.door_messages import Report, TurnedAway, TurnedAwayPage
from riverrun.contracts.refusals import NotAllowed
from services.gateway.bearer import body_of, caller_of, json_of
from services.gateway.house import House
from services.gateway.neighbours import Neighbours
from services.gateway.pages import cut_page
from services.gateway.refusals import NoReports
from services.gateway.request_limits import RequestLimits
from services.gateway.seated import asking

ACCEPTED = 202


class DoorPages:
    """Its routes."""

    def __init__(self, house: House, neighbours: Neighbours, limits: RequestLimits) -> None:
        self._house = house
        self._neighbours = neighbours
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        """Both."""
        return [
            web.get("/v1/tables/{table}/turned_away", self.get_turned_away),
            web.post("/v1/reports", self.post_report),
        ]

    async def get_turned_away(self, request: web.Request) -> web.Response:
        """Why in full, for the owner alone. Raises `NotAllowed`."""
        self._limits.check(request)
        caller = caller_of(request, self._house.credentials)
        table = self._house.tables.check(request.match_info["table"])
        ruler = await self._house.rulers.ruler(caller, table)
        if (await asking(self._house.tables)(table, caller)).owner != ruler.player:
            raise NotAllowed
        listed = [
            TurnedAway(one.at_ms, one.player, one.name, one.because, one.beside)
            for one in await self._neighbours.turned_away(table)
        ]
        page, following = cut_page(request, listed, lambda one: f"{one.at_ms}-{one.player}")
        return json_of(TurnedAwayPage(page, following))

    async def post_report(self, request: web.Request) -> web.Response:
        """Tell the operators about somebody: it goes to the audit log."""
        self._limits.check(request)
        caller = caller_of(request, self._house.credentials)
        report = await body_of(request, Report)
        if not self._house.trail.keeps:
            raise NoReports
        self._house.trail.note(
            AuditRecord(
                self._house.clock.now_ms(),
                caller.player,
                self._limits.address_of(request),
                "rest",
                "report",
                report.table,
                "",
                "",
                {"about": report.player, "what": report.what, "hand": report.hand, "words": report.words},
            )
        )
        return web.Response(status=ACCEPTED)
