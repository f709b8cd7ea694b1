"""The REST part about what people ask of the house for themselves: limits, a time apart, deaf ears."""

from aiohttp import web

from riverrun.contracts.account_messages import (
    BuyInLimit,
    CountedLimit,
    Exclusion,
    NewOwnLimit,
    OwnLimit,
    OwnStanding,
    Rules,
)
from riverrun.kernel.identifiers import NotAnIdentifier, player_id
from riverrun.pb.identity.v1 import identity_pb2 as pb
from services.gateway.bearer import body_of, caller_of, json_of
from services.gateway.caller import Caller
from services.gateway.credentials import Credentials
from services.gateway.idempotency import command_of
from services.gateway.identity_line import IdentityLine
from services.gateway.refusals import AccountNeeded, BadMessage
from services.gateway.request_limits import RequestLimits
from services.gateway.standing_wishes import StandingWishes


class OwnRules:
    """Its routes, all for people with accounts."""

    def __init__(
        self, line: IdentityLine, wishes: StandingWishes, credentials: Credentials, limits: RequestLimits
    ) -> None:
        self._line = line
        self._wishes = wishes
        self._credentials = credentials
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        """`/v1/me/rules` and below."""
        return [
            web.get("/v1/me/rules", self.get_rules),
            web.put("/v1/me/rules/buy_in_limit", self.put_buy_in_limit),
            web.put("/v1/me/rules/limits/{limit}", self.put_limit),
            web.get("/v1/me/rules/standing", self.get_standing),
            web.post("/v1/me/rules/exclusion", self.post_exclusion),
            web.put("/v1/me/blocked/{player}", self.put_blocked),
            web.delete("/v1/me/blocked/{player}", self.delete_blocked),
        ]

    async def get_rules(self, request: web.Request) -> web.Response:
        """As they stand."""
        caller = self._person(request)
        return _told(await self._line.own_rules(pb.OwnRulesRequest(player=caller.player)))

    async def get_standing(self, request: web.Request) -> web.Response:
        """What is lost and played by now."""
        caller = self._person(request)
        found = await self._line.own_standing(pb.OwnStandingRequest(player=caller.player))
        counted = [
            CountedLimit(one.limit, one.kind, one.value, one.used, one.until_ms) for one in found.counted
        ]
        return json_of(OwnStanding(counted))

    async def put_limit(self, request: web.Request) -> web.Response:
        """The most to lose in a period, or to play in a day. Raises `BadMessage` for any other limit."""
        caller = self._person(request)
        wanted = await body_of(request, NewOwnLimit)
        limit = request.match_info["limit"]
        command = command_of(request, f"{caller.player} {limit}")
        asked = pb.ChooseLimitRequest(command=command, player=caller.player, limit=limit, value=wanted.value)
        return _told(await self._line.choose_limit(asked))

    async def put_buy_in_limit(self, request: web.Request) -> web.Response:
        """The most to bring to a table."""
        caller = self._person(request)
        wanted = await body_of(request, BuyInLimit)
        command = command_of(request, caller.player)
        asked = pb.LimitBuyInsRequest(command=command, player=caller.player, buy_in=wanted.buy_in)
        rules = await self._line.limit_buy_ins(asked)
        if rules.buy_in_limit:
            await self._wishes.take_back(caller)
        return _told(rules)

    async def post_exclusion(self, request: web.Request) -> web.Response:
        """Be let in nowhere for a while; it cannot be taken back."""
        caller = self._person(request)
        wanted = await body_of(request, Exclusion)
        command = command_of(request, caller.player)
        asked = pb.ExcludeRequest(command=command, player=caller.player, days=wanted.days)
        rules = await self._line.exclude(asked)
        await self._wishes.take_back(caller)
        return _told(rules)

    async def put_blocked(self, request: web.Request) -> web.Response:
        """Hear somebody no more."""
        return await self._block(request, unblock=False)

    async def delete_blocked(self, request: web.Request) -> web.Response:
        """Hear somebody again."""
        return await self._block(request, unblock=True)

    async def _block(self, request: web.Request, *, unblock: bool) -> web.Response:
        caller = self._person(request)
        other = request.match_info["player"]
        try:
            player_id(other)
        except NotAnIdentifier:
            raise BadMessage("player", "not a player's id") from None
        command = command_of(request, f"{caller.player} {other}")
        asked = pb.BlockRequest(command=command, player=caller.player, other=other, unblock=unblock)
        return _told(await self._line.block(asked))

    def _person(self, request: web.Request) -> Caller:
        self._limits.check(request)
        caller = caller_of(request, self._credentials)
        if not caller.session:
            raise AccountNeeded
        return caller


def _told(rules: pb.OwnRules) -> web.Response:
    return json_of(
        Rules(
            rules.buy_in_limit,
            rules.next_buy_in_limit,
            rules.next_limit_ms,
            rules.excluded_until_ms,
            list(rules.blocked),
            {one.limit: OwnLimit(one.value, one.next_value, one.next_ms) for one in rules.limits},
        )
    )
