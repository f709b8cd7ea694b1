"""What the REST parts about clubs have in common: who asks, under which id, which page."""

from aiohttp import web

from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.bearer import caller_of
from services.gateway.club_line import ClubLine
from services.gateway.credentials import Credentials
from services.gateway.idempotency import command_of
from services.gateway.pages import MOST, USUAL
from services.gateway.refusals import AccountNeeded, BadMessage
from services.gateway.request_limits import RequestLimits

DONE = 204


class ClubDesk:
    """Clubs are for people with accounts: a guest's chips would be lost with the guest."""

    def __init__(self, line: ClubLine, credentials: Credentials, limits: RequestLimits) -> None:
        self.line = line
        self._credentials = credentials
        self._limits = limits

    def by(self, request: web.Request) -> pb.By:
        """Who wishes it, and the wish's id, which the `Idempotency-Key` makes the same again.

        Raises `AccountNeeded`.
        """
        self._limits.check(request)
        caller = caller_of(request, self._credentials)
        if not caller.session:
            raise AccountNeeded
        # What the path names is part of it: a key used for two members is two wishes.
        return pb.By(player=caller.player, command=command_of(request, f"{caller.player} {request.path}"))


def done() -> web.Response:
    """Done, and nothing to tell."""
    return web.Response(status=DONE)


def size_of(request: web.Request) -> int:
    """How many a page holds: `?limit=`. Raises `BadMessage`."""
    limit = request.query.get("limit", str(USUAL))
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit) <= MOST):
        raise BadMessage("limit", f"1 to {MOST}")
    return int(limit)
