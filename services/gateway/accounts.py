"""The REST part about people's accounts: register, log in, devices, password, deletion."""

from aiohttp import web

from riverrun.contracts.account_messages import (
    Account,
    Deletion,
    DevicePage,
    KnownDevice,
    Me,
    NewAccount,
    NewOutsideSession,
    NewPassword,
    NewSession,
    OwnDevice,
    RefreshSession,
)
from riverrun.pb.identity.v1 import identity_pb2 as pb
from services.gateway.bearer import body_of, caller_of, json_of
from services.gateway.caller import CALLER, Caller
from services.gateway.credentials import Credentials
from services.gateway.idempotency import command_of
from services.gateway.identity_line import IdentityLine
from services.gateway.names import shown_name
from services.gateway.pages import cut_page
from services.gateway.refusals import AccountNeeded
from services.gateway.request_limits import RequestLimits

DONE = 204


class Accounts:
    """Its routes; each handler answers one."""

    def __init__(self, line: IdentityLine, credentials: Credentials, limits: RequestLimits) -> None:
        self._line = line
        self._credentials = credentials
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        """`/v1/accounts`, `/v1/sessions` and `/v1/me`."""
        return [
            web.post("/v1/accounts", self.post_account),
            web.post("/v1/sessions", self.post_session),
            web.post("/v1/sessions/outside", self.post_outside_session),
            web.post("/v1/sessions/refresh", self.post_refresh),
            web.delete("/v1/sessions/current", self.delete_session),
            web.get("/v1/me", self.get_me),
            web.put("/v1/me/password", self.put_password),
            web.post("/v1/me/deletion", self.post_deletion),
            web.get("/v1/me/devices", self.get_devices),
            web.delete("/v1/me/devices/{device}", self.delete_device),
        ]

    async def post_account(self, request: web.Request) -> web.Response:
        """An account: for the guest whose token is shown, else for somebody new."""
        self._limits.check_newcomer(request)
        wanted = await body_of(request, NewAccount)
        guest = self._caller(request) if "Authorization" in request.headers else Caller("", "")
        asked = pb.RegisterRequest(
            command=command_of(request, f"{guest.player} {wanted.login}"),
            guest=guest.player,
            login=wanted.login,
            name=shown_name(wanted.name),
            password=wanted.password,
            device=_device(wanted.device),
        )
        return json_of(_account(request, await self._line.register(asked)), status=201)

    async def post_session(self, request: web.Request) -> web.Response:
        """Log in."""
        self._limits.check(request)
        wanted = await body_of(request, NewSession)
        asked = pb.LogInRequest(
            command=command_of(request, wanted.login),
            login=wanted.login,
            password=wanted.password,
            device=_device(wanted.device),
            address=self._limits.address_of(request),
        )
        return json_of(_account(request, await self._line.log_in(asked)), status=201)

    async def post_outside_session(self, request: web.Request) -> web.Response:
        """Log in by the outside issuer's word."""
        self._limits.check_newcomer(request)
        wanted = await body_of(request, NewOutsideSession)
        asked = pb.LogInOutsideRequest(
            command=command_of(request, wanted.id_token),
            id_token=wanted.id_token,
            name=shown_name(wanted.name),
            device=_device(wanted.device),
        )
        return json_of(_account(request, await self._line.log_in_outside(asked)), status=201)

    async def post_refresh(self, request: web.Request) -> web.Response:
        """New tokens for old."""
        self._limits.check(request)
        wanted = await body_of(request, RefreshSession)
        asked = pb.RefreshRequest(
            command=command_of(request, wanted.refresh_token), refresh=wanted.refresh_token
        )
        return json_of(_account(request, await self._line.refresh(asked)))

    async def delete_session(self, request: web.Request) -> web.Response:
        """Log out."""
        caller = self._person(request)
        await self._line.log_out(
            pb.LogOutRequest(
                command=command_of(request, caller.player), player=caller.player, session=caller.session
            )
        )
        return web.Response(status=DONE)

    async def get_me(self, request: web.Request) -> web.Response:
        """Whom the token proves."""
        self._limits.check(request)
        caller = self._caller(request)
        return json_of(Me(caller.player, caller.name, caller.session, caller.device))

    async def put_password(self, request: web.Request) -> web.Response:
        """Another password from now on."""
        caller = self._person(request)
        wanted = await body_of(request, NewPassword)
        await self._line.change_password(
            pb.ChangePasswordRequest(
                command=command_of(request, caller.player),
                player=caller.player,
                session=caller.session,
                old_password=wanted.old_password,
                new_password=wanted.new_password,
            )
        )
        return web.Response(status=DONE)

    async def post_deletion(self, request: web.Request) -> web.Response:
        """No account any more."""
        caller = self._person(request)
        wanted = await body_of(request, Deletion)
        await self._line.delete(
            pb.DeleteRequest(
                command=command_of(request, caller.player), player=caller.player, password=wanted.password
            )
        )
        return web.Response(status=DONE)

    async def get_devices(self, request: web.Request) -> web.Response:
        """The person's devices, a page at a time."""
        caller = self._person(request)
        found = await self._line.devices(pb.DevicesRequest(player=caller.player))
        listed = [
            KnownDevice(one.id, one.name, one.added_ms, one.used_ms, one.session) for one in found.devices
        ]
        page, following = cut_page(request, listed, lambda one: one.id)
        return json_of(DevicePage(page, following))

    async def delete_device(self, request: web.Request) -> web.Response:
        """Trust a device no more."""
        caller = self._person(request)
        await self._line.revoke_device(
            pb.RevokeDeviceRequest(
                command=command_of(request, f"{caller.player} {request.match_info['device']}"),
                player=caller.player,
                device=request.match_info["device"],
            )
        )
        return web.Response(status=DONE)

    def _caller(self, request: web.Request) -> Caller:
        return caller_of(request, self._credentials)

    def _person(self, request: web.Request) -> Caller:
        """Somebody with an account. Raises `AccountNeeded`."""
        self._limits.check(request)
        caller = self._caller(request)
        if not caller.session:
            raise AccountNeeded
        return caller


def _device(device: OwnDevice) -> pb.Device:
    return pb.Device(id=device.id, name=device.name)


def _account(request: web.Request, made: pb.Pass) -> Account:
    request[CALLER] = Caller(made.player, made.name, made.session, made.device)
    return Account(
        made.player,
        made.name,
        made.session,
        made.device,
        made.access,
        made.access_until_ms,
        made.refresh,
        made.refresh_until_ms,
    )
