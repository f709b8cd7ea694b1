"""What the REST parts about clubs have in common: who asks, under which id, which page."""

from typing import TypeVar

from aiohttp import web
from msgspec import Struct

from riverrun.contracts.refusals import Detail
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.bearer import body_of, caller_of
from services.gateway.club_line import ClubLine
from services.gateway.credentials import Credentials
from services.gateway.idempotency import command_of
from services.gateway.pages import MOST, USUAL
from services.gateway.refusals import AccountNeeded, BadMessage
from services.gateway.request_limits import RequestLimits
from services.gateway.rest_audit import NOTED

DONE = 204

Wish = TypeVar("Wish", bound=Struct)


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


async def wish_in(request: web.Request, kind: type[Wish], *secrets: str) -> Wish:
    """The JSON body; the audit log is told of all that is no secret in it. Raises `BadJson`, `BadMessage`."""
    wanted = await body_of(request, kind)
    noted: dict[str, Detail] = {
        name: getattr(wanted, name) for name in kind.__struct_fields__ if name not in secrets
    }
    request[NOTED] = noted
    return wanted


def done() -> web.Response:
    """Done, and nothing to tell."""
    return web.Response(status=DONE)


def size_of(request: web.Request) -> int:
    """How many a page holds: `?limit=`. Raises `BadMessage`."""
    limit = request.query.get("limit", str(USUAL))
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit) <= MOST):
        raise BadMessage("limit", f"1 to {MOST}")
    return int(limit)
