"""An outside issuer of identities (OpenID Connect), where the house trusts one: judging its tokens."""

import asyncio
from dataclasses import dataclass
from typing import Any, Protocol

import aiohttp
import jwt
import msgspec
import structlog

from riverrun.runtime.clock import Clock
from services.club.identity.refusals import BadIdToken, NoOutsideIssuer

log = structlog.get_logger(__name__)

SIGNATURES = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""Public-key signatures only: neither `none` nor a shared secret can be among them."""
FETCH_WITHIN_S = 5.0
KEYS_GOOD_FOR_S = 3_600.0
LOOK_AGAIN_AFTER_S = 30.0
"""An unknown key makes us fetch the list anew, but not more often than this."""
LEEWAY_S = 30
MOST_BYTES = 256 * 1024


@dataclass(frozen=True)
class OutsideSettings:
    """Whom the house trusts; no `issuer`: nobody."""

    issuer: str = ""
    audience: str = ""
    jwks_url: str = ""


@dataclass(frozen=True)
class Vouched:
    """For whom the issuer vouches; `name` is what it calls him, if it says."""

    issuer: str
    subject: str
    name: str


class FetchKeys(Protocol):
    """Gets the issuer's keys. Raises `aiohttp.ClientError`, `TimeoutError`, `ValueError`."""

    async def __call__(self, url: str) -> dict[str, Any]: ...


class IssuerAway(Exception):
    """The issuer's keys cannot be had for the moment."""


class OutsideIssuer:
    """Looks at identity tokens."""

    def __init__(self, settings: OutsideSettings, clock: Clock, fetch: FetchKeys) -> None:
        self._settings = settings
        self._clock = clock
        self._fetch = fetch
        self._keys: dict[str, jwt.PyJWK] = {}
        self._fetched_s = float("-inf")
        self._fetching = asyncio.Lock()

    async def vouched(self, id_token: str) -> Vouched:
        """For whom the token vouches. Raises `BadIdToken`, `NoOutsideIssuer`, `IssuerAway`."""
        if not self._settings.issuer:
            raise NoOutsideIssuer
        try:
            header = jwt.get_unverified_header(id_token)
            if header.get("alg") not in SIGNATURES:
                raise BadIdToken(reason="invalid")
            key = await self._key(str(header.get("kid", "")))
            claims = jwt.decode(
                id_token,
                key,
                algorithms=list(SIGNATURES),
                audience=self._settings.audience,
                issuer=self._settings.issuer,
                leeway=LEEWAY_S,
                options={"require": ["exp", "iat", "sub", "iss", "aud"]},
            )
        except jwt.ExpiredSignatureError:
            raise BadIdToken(reason="expired") from None
        except jwt.InvalidTokenError:
            raise BadIdToken(reason="invalid") from None
        if not _given_to(self._settings.audience, claims):
            raise BadIdToken(reason="invalid")
        return Vouched(self._settings.issuer, str(claims["sub"]), str(claims.get("name", "")))

    async def _key(self, id_: str) -> jwt.PyJWK:
        async with self._fetching:
            age_s = self._clock.monotonic_s() - self._fetched_s
            if age_s > KEYS_GOOD_FOR_S or (id_ not in self._keys and age_s > LOOK_AGAIN_AFTER_S):
                await self._fetch_keys()
        found = self._keys.get(id_)
        if found is None:
            raise BadIdToken(reason="invalid")
        return found

    async def _fetch_keys(self) -> None:
        try:
            async with asyncio.timeout(FETCH_WITHIN_S):
                listed = await self._fetch(self._settings.jwks_url)
            keys = jwt.PyJWKSet.from_dict(listed).keys
        except (aiohttp.ClientError, TimeoutError, ValueError, jwt.PyJWTError) as error:
            log.warning("issuer_keys_unread", error=repr(error))
            raise IssuerAway from error
        self._keys = {key.key_id: key for key in keys if key.key_id and key.public_key_use in (None, "sig")}
        self._fetched_s = self._clock.monotonic_s()


def _given_to(audience: str, claims: dict[str, Any]) -> bool:
    """A token for several audiences must name the one that it was given to (OpenID Connect Core 3.1.3.7)."""
    several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    return bool(claims.get("azp", "" if several else audience) == audience)


async def fetch_keys(url: str) -> dict[str, Any]:
    """See `FetchKeys`: by HTTP, no redirects, of a bounded length."""
    async with aiohttp.ClientSession() as http, http.get(url, allow_redirects=False) as page:
        page.raise_for_status()
        return msgspec.json.decode(await page.content.read(MOST_BYTES), type=dict[str, Any])
