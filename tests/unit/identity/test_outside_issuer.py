"""Identity tokens of an outside issuer: only what it signed, for us, now, by a public-key signature."""

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import aiohttp
import jwt
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from services.club.identity.outside_issuer import IssuerAway, OutsideIssuer, OutsideSettings, fetch_keys
from services.club.identity.refusals import BadIdToken, NoOutsideIssuer
from tests.support.clock import FakeClock
from tests.support.people import PHONE, House

ISSUER, AUDIENCE, URL = "https://id.example", "riverrun-app", "https://id.example/jwks"
SETTINGS = OutsideSettings(ISSUER, AUDIENCE, URL)
RSA = rsa.generate_private_key(65537, 2048)
CURVE = ec.generate_private_key(ec.SECP256R1())
STRANGER = rsa.generate_private_key(65537, 2048)


def jwks() -> dict[str, Any]:
    rsa_key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(RSA.public_key()))
    curve_key = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(CURVE.public_key()))
    return {
        "keys": [
            {**rsa_key, "kid": "rsa", "use": "sig", "alg": "RS256"},
            {**curve_key, "kid": "curve", "use": "sig", "alg": "ES256"},
        ]
    }


class Published:
    """Stands for the issuer's page of keys."""

    def __init__(self) -> None:
        self.asked = 0
        self.away = False

    async def __call__(self, url: str) -> dict[str, Any]:
        assert url == URL
        self.asked += 1
        if self.away:
            raise aiohttp.ClientConnectionError("away")
        return jwks()


def claims(**changed: Any) -> dict[str, Any]:
    now = int(time.time())
    usual = {"iss": ISSUER, "aud": AUDIENCE, "sub": "u-1", "iat": now, "exp": now + 300, "name": "Ann"}
    return {name: value for name, value in {**usual, **changed}.items() if value is not None}


def signed(key: Any = RSA, alg: str = "RS256", kid: str = "rsa", **changed: Any) -> str:
    return jwt.encode(claims(**changed), key, alg, headers={"kid": kid})


def unsigned() -> str:
    return jwt.encode(claims(), None, "none", headers={"kid": "rsa"})  # type: ignore[arg-type]  # the attack


def signed_with_the_public_key_as_secret() -> str:
    pem = RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    body = ".".join(
        base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
        for part in ({"alg": "HS256", "typ": "JWT", "kid": "rsa"}, claims())
    )
    mac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(body.encode(), pem)
    return f"{body}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"


def tampered() -> str:
    head, _, mac = signed().split(".")
    changed = base64.urlsafe_b64encode(json.dumps(claims(sub="u-2")).encode()).decode().rstrip("=")
    return f"{head}.{changed}.{mac}"


def issuer(published: Published | None = None, clock: FakeClock | None = None) -> OutsideIssuer:
    return OutsideIssuer(SETTINGS, clock or FakeClock(), published or Published())


@pytest.mark.parametrize(("key", "alg", "kid"), [(RSA, "RS256", "rsa"), (CURVE, "ES256", "curve")])
async def test_what_the_issuer_signed_for_us_counts(key: Any, alg: str, kid: str) -> None:
    vouched = await issuer().vouched(signed(key, alg, kid))

    assert (vouched.issuer, vouched.subject, vouched.name) == (ISSUER, "u-1", "Ann")


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (unsigned, "invalid"),
        (signed_with_the_public_key_as_secret, "invalid"),
        (tampered, "invalid"),
        (lambda: signed(STRANGER), "invalid"),
        (lambda: signed(kid="unknown"), "invalid"),
        (lambda: signed(iss="https://evil.example"), "invalid"),
        (lambda: signed(aud="another-app"), "invalid"),
        (lambda: signed(aud=None), "invalid"),
        (lambda: signed(aud=[AUDIENCE, "another-app"]), "invalid"),
        (lambda: signed(azp="another-app"), "invalid"),
        (lambda: signed(exp=int(time.time()) - 60), "expired"),
        (lambda: signed(exp=None), "invalid"),
        (lambda: signed(sub=None), "invalid"),
        (lambda: signed(nbf=int(time.time()) + 600), "invalid"),
        (lambda: signed(CURVE, "ES256", "rsa"), "invalid"),
        (lambda: "", "invalid"),
        (lambda: "a.b.c", "invalid"),
    ],
)
async def test_anything_else_is_refused(forge: Callable[[], str], reason: str) -> None:
    with pytest.raises(BadIdToken) as refused:
        await issuer().vouched(forge())

    assert refused.value.details == {"reason": reason}


async def test_a_house_without_an_issuer_trusts_nobody() -> None:
    with pytest.raises(NoOutsideIssuer):
        await OutsideIssuer(OutsideSettings(), FakeClock(), Published()).vouched(signed())


async def test_the_keys_are_kept_and_an_unknown_one_makes_us_look_again_but_not_at_once() -> None:
    clock, published = FakeClock(), Published()
    looking = issuer(published, clock)
    for _ in range(3):
        await looking.vouched(signed())
    for _ in range(3):
        with pytest.raises(BadIdToken):
            await looking.vouched(signed(kid="unknown"))
    assert published.asked == 1

    await clock.advance(31)
    with pytest.raises(BadIdToken):
        await looking.vouched(signed(kid="unknown"))

    assert published.asked == 2


async def test_while_the_issuer_is_away_nobody_is_told_that_his_token_is_bad() -> None:
    published = Published()
    published.away = True

    with pytest.raises(IssuerAway):
        await issuer(published).vouched(signed())


async def test_whom_the_issuer_vouches_for_is_the_same_person_each_time() -> None:
    house = House()
    who = await issuer().vouched(signed())

    first = await house.accounts.log_in_vouched(house.command(), who, "Ann", PHONE)
    again = await house.accounts.log_in_vouched(house.command(), who, "Other", PHONE)

    assert (first.player, first.name) == (again.player, "Ann")
    await house.accounts.delete(house.command(), first.player, "")
    anew = await house.accounts.log_in_vouched(house.command(), who, "Ann", PHONE)
    assert anew.player != first.player


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (302, "", {"Location": "https://evil.example/jwks"}),
        (404, "", {}),
        (200, "not JSON", {}),
        (200, "[]", {}),
        (200, '{"keys":[{"kty":"nonsense"}]}', {}),
        (200, '{"keys":[]}', {}),
    ],
)
async def test_a_page_that_holds_no_keys_is_an_issuer_that_is_away(
    status: int, body: str, headers: dict[str, str]
) -> None:
    async def page(_: web.Request) -> web.Response:
        return web.Response(status=status, text=body, headers=headers)

    app = web.Application()
    app.router.add_get("/jwks", page)
    async with TestServer(app) as server:
        settings = OutsideSettings(ISSUER, AUDIENCE, str(server.make_url("/jwks")))
        with pytest.raises(IssuerAway):
            await OutsideIssuer(settings, FakeClock(), fetch_keys).vouched(signed())


async def test_keys_are_fetched_from_the_issuers_page() -> None:
    async def page(_: web.Request) -> web.Response:
        return web.json_response(jwks())

    app = web.Application()
    app.router.add_get("/jwks", page)
    async with TestServer(app) as server:
        settings = OutsideSettings(ISSUER, AUDIENCE, str(server.make_url("/jwks")))
        vouched = await OutsideIssuer(settings, FakeClock(), fetch_keys).vouched(signed())

    assert vouched.subject == "u-1"
