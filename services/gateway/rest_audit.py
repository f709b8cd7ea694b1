"""Noting what is asked over plain HTTP: whatever changes something, and whatever is refused to somebody."""

from http import HTTPStatus

from aiohttp import web

from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.refusals import Detail
from riverrun.runtime.audit.trail import Trail
from riverrun.runtime.clock import Clock
from services.gateway.caller import CALLER
from services.gateway.problems import CODE, Handler
from services.gateway.request_limits import RequestLimits

NOTED = web.RequestKey("noted", dict[str, Detail])
"""What a handler wants told of a request in the audit log; it is noted then, though it only reads."""
NAMED = ("club", "player", "template", "adjustment", "period", "limit", "device", "finding")
"""Parts of a path that say whom or what it is about, and are no secrets."""
LONGEST_NAME = 80
READS = frozenset({"GET", "HEAD", "OPTIONS"})
TELLING = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


class RestAudit:
    """The outermost middleware."""

    def __init__(self, trail: Trail, limits: RequestLimits, clock: Clock) -> None:
        self._trail = trail
        self._limits = limits
        self._clock = clock

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        changes = request.method not in READS and response.status != HTTPStatus.NOT_FOUND
        if changes or response.status in TELLING or NOTED in request:
            self._note(request, response)
        return response

    def _note(self, request: web.Request, response: web.StreamResponse) -> None:
        resource = request.match_info.route.resource
        route = "unknown" if resource is None else resource.canonical
        caller = request.get(CALLER)
        self._trail.note(
            AuditRecord(
                self._clock.now_ms(),
                "" if caller is None else caller.player,
                self._limits.address_of(request),
                "rest",
                f"{request.method} {route}",
                request.match_info.get("table", "")[:LONGEST_NAME],
                request.headers.get("Idempotency-Key", "")[:64],
                str(response.get(CODE, "")),
                {**_named(request), **request.get(NOTED, {})},
            )
        )


def _named(request: web.Request) -> dict[str, Detail]:
    parts = request.match_info
    return {name: parts[name][:LONGEST_NAME] for name in NAMED if name in parts}
