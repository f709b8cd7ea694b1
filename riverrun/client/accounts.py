"""The part of the clients' API that is about people's accounts."""

import secrets
from typing import Protocol, TypeVar
from urllib.parse import quote

import msgspec

from riverrun.contracts.account_messages import (
    Account,
    DevicePage,
    KnownDevice,
    Me,
    NewAccount,
    NewPassword,
    NewSession,
    OwnDevice,
    RefreshSession,
)

Answer = TypeVar("Answer")


class Asks(Protocol):
    """One request; see `Rest.ask`."""

    async def __call__(
        self,
        method: str,
        path: str,
        answer: type[Answer],
        body: msgspec.Struct | None = None,
        *,
        token: str | None = None,
        key: str = "",
    ) -> Answer: ...


class Accounts:
    """Every method raises `Refused` with the server's code, or `aiohttp.ClientError` where nobody answers."""

    def __init__(self, ask: Asks) -> None:
        self._ask = ask

    async def register(
        self, login: str, name: str, password: str, device: OwnDevice, guest_token: str = ""
    ) -> Account:
        """An account: for the guest whose token is given, else for somebody new."""
        body = NewAccount(login, name, password, device)
        return await self._ask("POST", "/v1/accounts", Account, body, token=guest_token, key=_key())

    async def log_in(self, login: str, password: str, device: OwnDevice) -> Account:
        return await self._ask(
            "POST", "/v1/sessions", Account, NewSession(login, password, device), token="", key=_key()
        )

    async def refresh(self, refresh_token: str) -> Account:
        return await self._ask(
            "POST", "/v1/sessions/refresh", Account, RefreshSession(refresh_token), token=""
        )

    async def log_out(self) -> None:
        await self._ask("DELETE", "/v1/sessions/current", type(None), key=_key())

    async def me(self) -> Me:
        return await self._ask("GET", "/v1/me", Me)

    async def change_password(self, old: str, new: str, key: str = "") -> None:
        """All other sessions end."""
        await self._ask("PUT", "/v1/me/password", type(None), NewPassword(old, new), key=key or _key())

    async def devices(self) -> list[KnownDevice]:
        """The last used first: as many as one page holds."""
        return (await self._ask("GET", "/v1/me/devices?limit=100", DevicePage)).devices

    async def revoke(self, device: str, key: str = "") -> None:
        """Who is logged in there is logged out."""
        path = f"/v1/me/devices/{quote(device, safe='')}"
        await self._ask("DELETE", path, type(None), key=key or _key())


def _key() -> str:
    return secrets.token_hex(16)
