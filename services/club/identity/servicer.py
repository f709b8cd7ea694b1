"""The calls of `riverrun.identity.v1.Identity`: read, have it done, answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, get_args

import structlog
from grpc import StatusCode
from grpc.aio import ServicerContext

from riverrun.kernel.chips import MAX_CHIPS
from riverrun.kernel.identifiers import NotAnIdentifier, command_id, player_id
from riverrun.pb.identity.v1 import identity_pb2 as pb
from riverrun.pb.identity.v1.identity_pb2_grpc import IdentityServicer
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.club.identity.bouncer import Bouncer, NoBouncer
from services.club.identity.desk import Desk
from services.club.identity.entrance import Device
from services.club.identity.journal import LogAway
from services.club.identity.outside_issuer import IssuerAway
from services.club.identity.passes import Pass
from services.club.identity.person import Limit, Person
from services.club.identity.person_events import OwnLimit

Context: TypeAlias = ServicerContext[Any, Any]

log = structlog.get_logger(__name__)

LONGEST_DEVICE = 80


class Identity(IdentityServicer):
    """Answers; what it refuses, `Answering` turns into a status. `desk` is there once it started."""

    def __init__(self) -> None:
        self.desk: Desk | None = None
        self.bouncer: Bouncer = NoBouncer()

    async def Keys(  # noqa: N802
        self,
        request: pb.KeysRequest,  # noqa: ARG002  it says nothing
        context: Context,
    ) -> pb.KeysResponse:
        async with self._open(context) as desk:
            keys = desk.tokens.public_keys()
        return pb.KeysResponse(keys=[pb.PublicKey(id=one.id, ed25519=one.key) for one in keys])

    async def Register(self, request: pb.RegisterRequest, context: Context) -> pb.RegisterResponse:  # noqa: N802
        async with self._open(context) as desk:
            made = await desk.accounts.register(
                _command(request.command),
                _player(request.guest) if request.guest else "",
                request.login,
                request.name,
                request.password,
                _device(request.device),
            )
        return pb.RegisterResponse(**{"pass": _told(made)})

    async def LogIn(self, request: pb.LogInRequest, context: Context) -> pb.LogInResponse:  # noqa: N802
        async with self._open(context) as desk:
            made = await desk.entrance.log_in(
                _command(request.command),
                request.login,
                request.password,
                _device(request.device),
                request.address,
            )
        return pb.LogInResponse(**{"pass": _told(made)})

    async def LogInOutside(  # noqa: N802
        self, request: pb.LogInOutsideRequest, context: Context
    ) -> pb.LogInOutsideResponse:
        async with self._open(context) as desk:
            who = await desk.issuer.vouched(request.id_token)
            made = await desk.accounts.log_in_vouched(
                _command(request.command), who, request.name, _device(request.device)
            )
        return pb.LogInOutsideResponse(**{"pass": _told(made)})

    async def Refresh(self, request: pb.RefreshRequest, context: Context) -> pb.RefreshResponse:  # noqa: N802
        async with self._open(context) as desk:
            made = await desk.entrance.refresh(_command(request.command), request.refresh)
        return pb.RefreshResponse(**{"pass": _told(made)})

    async def LogOut(self, request: pb.LogOutRequest, context: Context) -> pb.LogOutResponse:  # noqa: N802
        async with self._open(context) as desk:
            await desk.accounts.log_out(_command(request.command), _player(request.player), request.session)
        return pb.LogOutResponse()

    async def Devices(self, request: pb.DevicesRequest, context: Context) -> pb.DevicesResponse:  # noqa: N802
        async with self._open(context) as desk:
            devices = await desk.accounts.devices(_player(request.player))
        return pb.DevicesResponse(
            devices=[
                pb.ListedDevice(
                    id=one.id, name=one.name, added_ms=one.added_ms, used_ms=one.used_ms, session=one.session
                )
                for one in devices
            ]
        )

    async def RevokeDevice(  # noqa: N802
        self, request: pb.RevokeDeviceRequest, context: Context
    ) -> pb.RevokeDeviceResponse:
        async with self._open(context) as desk:
            await desk.accounts.revoke_device(
                _command(request.command), _player(request.player), request.device
            )
        return pb.RevokeDeviceResponse()

    async def ChangePassword(  # noqa: N802
        self, request: pb.ChangePasswordRequest, context: Context
    ) -> pb.ChangePasswordResponse:
        async with self._open(context) as desk:
            await desk.accounts.change_password(
                _command(request.command),
                _player(request.player),
                request.session,
                request.old_password,
                request.new_password,
            )
        return pb.ChangePasswordResponse()

    async def Delete(self, request: pb.DeleteRequest, context: Context) -> pb.DeleteResponse:  # noqa: N802
        async with self._open(context) as desk:
            await desk.accounts.delete(_command(request.command), _player(request.player), request.password)
        return pb.DeleteResponse()

    async def OwnRules(self, request: pb.OwnRulesRequest, context: Context) -> pb.OwnRulesResponse:  # noqa: N802
        async with self._open(context) as desk:
            return pb.OwnRulesResponse(rules=_rules(await desk.own_rules.of(_player(request.player))))

    async def LimitBuyIns(  # noqa: N802
        self, request: pb.LimitBuyInsRequest, context: Context
    ) -> pb.LimitBuyInsResponse:
        async with self._open(context) as desk:
            person = await desk.own_rules.limit_buy_ins(
                _command(request.command), _player(request.player), request.buy_in
            )
        return pb.LimitBuyInsResponse(rules=_rules(person))

    async def ChooseLimit(  # noqa: N802
        self, request: pb.ChooseLimitRequest, context: Context
    ) -> pb.ChooseLimitResponse:
        player, limit = _player(request.player), _limit(request.limit)
        if not 0 <= request.value <= MAX_CHIPS:
            raise BadArgument("bad_limit", "value", "0 for no limit, or more")
        async with self._open(context) as desk:
            person = await desk.own_rules.choose_limit(
                _command(request.command), player, limit, request.value
            )
        await self.bouncer.see_to(player)
        return pb.ChooseLimitResponse(rules=_rules(person))

    async def OwnStanding(  # noqa: N802
        self, request: pb.OwnStandingRequest, context: Context
    ) -> pb.OwnStandingResponse:
        async with self._open(context):
            counted = await self.bouncer.standing(_player(request.player))
        return pb.OwnStandingResponse(
            counted=[
                pb.Counted(
                    limit=one.limit, value=one.value, used=one.used, until_ms=one.until_ms, kind=one.kind
                )
                for one in counted
            ]
        )

    async def Admit(self, request: pb.AdmitRequest, context: Context) -> pb.AdmitResponse:  # noqa: N802
        async with self._open(context):
            await self.bouncer.admit(_player(request.player), request.amount, request.club)
        return pb.AdmitResponse()

    async def Exclude(self, request: pb.ExcludeRequest, context: Context) -> pb.ExcludeResponse:  # noqa: N802
        async with self._open(context) as desk:
            person = await desk.own_rules.exclude(
                _command(request.command), _player(request.player), request.days
            )
        await self.bouncer.see_to(person.player)
        return pb.ExcludeResponse(rules=_rules(person))

    async def Block(self, request: pb.BlockRequest, context: Context) -> pb.BlockResponse:  # noqa: N802
        async with self._open(context) as desk:
            person = await desk.own_rules.block(
                _command(request.command),
                _player(request.player),
                _player(request.other),
                unblock=request.unblock,
            )
        return pb.BlockResponse(rules=_rules(person))

    @asynccontextmanager
    async def _open(self, context: Context) -> AsyncIterator[Desk]:
        if self.desk is None:
            await context.abort(StatusCode.UNAVAILABLE, "not_started")
        assert self.desk is not None
        try:
            yield self.desk
        except LogAway:
            await context.abort(StatusCode.UNAVAILABLE, "log_away")
        except IssuerAway:
            await context.abort(StatusCode.UNAVAILABLE, "issuer_away")


def _command(text: str) -> str:
    try:
        return command_id(text)
    except NotAnIdentifier:
        raise BadArgument("bad_id", "command", "1-64 letters, digits, `_` or `-`") from None


def _player(text: str) -> str:
    try:
        return player_id(text)
    except NotAnIdentifier:
        raise BadArgument("bad_id", "player", "1-64 letters, digits, `_` or `-`") from None


def _device(device: pb.Device) -> Device:
    if not 8 <= len(device.id) <= LONGEST_DEVICE or len(device.name) > LONGEST_DEVICE:
        raise BadArgument("bad_device", "device", "an id of 8 to 80 characters, a name of 80 at most")
    return Device(device.id, device.name)


def _told(made: Pass) -> pb.Pass:
    return pb.Pass(
        player=made.player,
        name=made.name,
        session=made.session,
        device=made.device,
        access=made.access,
        access_until_ms=made.access_until_ms,
        refresh=made.refresh,
        refresh_until_ms=made.refresh_until_ms,
    )


def _rules(person: Person) -> pb.OwnRules:
    return pb.OwnRules(
        buy_in_limit=person.buy_in_limit.value,
        next_buy_in_limit=person.buy_in_limit.then,
        next_limit_ms=person.buy_in_limit.from_ms,
        excluded_until_ms=person.excluded_until_ms,
        blocked=person.blocked,
        limits=[_told_limit(limit, person.limit(limit)) for limit in get_args(OwnLimit)],
    )


def _told_limit(limit: OwnLimit, chosen: Limit) -> pb.OwnLimit:
    return pb.OwnLimit(limit=limit, value=chosen.value, next_value=chosen.then, next_ms=chosen.from_ms)


def _limit(text: str) -> OwnLimit:
    found: OwnLimit | None = next((limit for limit in get_args(OwnLimit) if limit == text), None)
    if found is None:
        raise BadArgument("bad_limit", "limit", ", ".join(get_args(OwnLimit)))
    return found
