"""The line to people's accounts: what the identity service refuses comes out as our own refusals do."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from riverrun.pb.identity.v1 import identity_pb2 as pb
from riverrun.pb.identity.v1.identity_pb2_grpc import IdentityStub
from riverrun.runtime.grpc.channel import open_channel
from services.gateway.asking import asked
from services.gateway.refusals import AccountsUnavailable

Answer = TypeVar("Answer")

IDENTITY = pb.DESCRIPTOR.services_by_name["Identity"].full_name
WITHIN_S = 8.0


class IdentityLine:
    """One channel. Every call raises `AccountsUnavailable`, `BadMessage` and the service's refusals."""

    def __init__(self, target: str) -> None:
        self._channel = open_channel(target, repeatable=[IDENTITY])
        self._stub = IdentityStub(self._channel)

    async def keys(self, request: pb.KeysRequest) -> pb.KeysResponse:
        return await self._ask(self._stub.Keys, request)

    async def register(self, request: pb.RegisterRequest) -> pb.Pass:
        return _pass_in(await self._ask(self._stub.Register, request))

    async def log_in(self, request: pb.LogInRequest) -> pb.Pass:
        return _pass_in(await self._ask(self._stub.LogIn, request))

    async def log_in_outside(self, request: pb.LogInOutsideRequest) -> pb.Pass:
        return _pass_in(await self._ask(self._stub.LogInOutside, request))

    async def refresh(self, request: pb.RefreshRequest) -> pb.Pass:
        return _pass_in(await self._ask(self._stub.Refresh, request))

    async def log_out(self, request: pb.LogOutRequest) -> None:
        await self._ask(self._stub.LogOut, request)

    async def devices(self, request: pb.DevicesRequest) -> pb.DevicesResponse:
        return await self._ask(self._stub.Devices, request)

    async def revoke_device(self, request: pb.RevokeDeviceRequest) -> None:
        await self._ask(self._stub.RevokeDevice, request)

    async def change_password(self, request: pb.ChangePasswordRequest) -> None:
        await self._ask(self._stub.ChangePassword, request)

    async def delete(self, request: pb.DeleteRequest) -> None:
        await self._ask(self._stub.Delete, request)

    async def own_rules(self, request: pb.OwnRulesRequest) -> pb.OwnRules:
        return (await self._ask(self._stub.OwnRules, request)).rules

    async def limit_buy_ins(self, request: pb.LimitBuyInsRequest) -> pb.OwnRules:
        return (await self._ask(self._stub.LimitBuyIns, request)).rules

    async def choose_limit(self, request: pb.ChooseLimitRequest) -> pb.OwnRules:
        return (await self._ask(self._stub.ChooseLimit, request)).rules

    async def own_standing(self, request: pb.OwnStandingRequest) -> pb.OwnStandingResponse:
        return await self._ask(self._stub.OwnStanding, request)

    async def admit(self, request: pb.AdmitRequest) -> None:
        await self._ask(self._stub.Admit, request)

    async def exclude(self, request: pb.ExcludeRequest) -> pb.OwnRules:
        return (await self._ask(self._stub.Exclude, request)).rules

    async def block(self, request: pb.BlockRequest) -> pb.OwnRules:
        return (await self._ask(self._stub.Block, request)).rules

    async def close(self) -> None:
        await self._channel.close()

    async def _ask(self, call: Callable[..., Awaitable[Answer]], request: Any) -> Answer:
        return await asked(call, request, WITHIN_S, AccountsUnavailable)


def _pass_in(answer: Any) -> pb.Pass:
    """The field is called `pass`, which Python keeps for itself."""
    found = getattr(answer, "pass")
    assert isinstance(found, pb.Pass)
    return found
