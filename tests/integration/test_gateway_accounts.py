"""People's accounts through the apps' door: registered, refreshed, and revoked at once everywhere."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp
import jwt
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from riverrun.contracts.account_tokens import AUDIENCE, ISSUER
from riverrun.runtime.sealing.ring_file import load_ring
from services.club.identity import attempts
from services.club.identity.outside_issuer import Vouched
from services.club.identity.refusals import BadIdToken
from tests.support.club import RunningIdentity, running_identity
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

PHONE = {"id": "phone-1234", "name": "Ann's phone"}
LAPTOP = {"id": "laptop-5678", "name": "Ann's laptop"}
PASSWORD = "correct horse"
_numbers = iter(range(10_000))


@dataclass
class House:
    """A gateway with accounts behind it, and a client."""

    url: str
    http: aiohttp.ClientSession
    keys: Path
    identity: RunningIdentity | None = None

    async def ask(
        self, method: str, path: str, body: object = None, token: str = "", **headers: str
    ) -> tuple[int, Any]:
        if token:
            headers["Authorization"] = f"Bearer {token}"
        async with self.http.request(method, self.url + path, json=body, headers=headers) as response:
            return response.status, None if response.status == 204 else await response.json()

    async def account(
        self, login: str = "", device: dict[str, str] = PHONE, token: str = ""
    ) -> dict[str, Any]:
        body = {"login": login or new_login(), "name": "Ann", "password": PASSWORD, "device": device}
        status, account = await self.ask("POST", "/v1/accounts", body, token)
        assert status == 201, account
        return dict(account)

    async def log_in(
        self, login: str, device: dict[str, str] = PHONE, password: str = PASSWORD
    ) -> tuple[int, Any]:
        return await self.ask(
            "POST", "/v1/sessions", {"login": login, "password": password, "device": device}
        )

    async def revoked(self, token: str) -> None:
        """Wait until the gateway knows; a moment, for it is told and does not ask."""
        async with asyncio.timeout(LONG_S):
            while (await self.ask("GET", "/v1/me", token=token))[0] != 401:  # noqa: ASYNC110  only asking tells
                await asyncio.sleep(0.02)


def new_login() -> str:
    return f"door{next(_numbers)}@example.org"


@pytest_asyncio.fixture
async def house(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[House]:
    async with (
        running_identity(one_server, tmp_path) as identity,
        running_gateway(one_server, club_target=identity.target) as gateway,
        aiohttp.ClientSession() as http,
    ):
        opened = House(gateway.url, http, tmp_path, identity)
        await opened.account()
        async with asyncio.timeout(LONG_S):
            token = (await opened.account())["token"]
            while (await opened.ask("GET", "/v1/me", token=token))[0] == 503:  # noqa: ASYNC110  only asking tells
                await asyncio.sleep(0.05)
        yield opened


async def test_who_registers_may_play_with_the_token_that_comes_back(house: House) -> None:
    ann = await house.account()

    status, me = await house.ask("GET", "/v1/me", token=ann["token"])

    assert (status, me["player"], me["session"]) == (200, ann["player"], ann["session"])
    assert (await house.ask("GET", "/v1/tables", token=ann["token"]))[0] == 200
    door = Door(house.http, house.url)
    door.token = ann["token"]
    await door.connect()
    assert (await door.hello())["player"] == ann["player"]
    await door.close()


async def test_a_guest_becomes_an_account_and_the_guests_token_counts_no_more(house: House) -> None:
    _, guest = await house.ask("POST", "/v1/guests", {"name": "Ann"})

    ann = await house.account(token=guest["token"])

    assert ann["player"] == guest["player"]
    await house.revoked(guest["token"])
    assert (await house.ask("GET", "/v1/me", token=ann["token"]))[0] == 200


async def test_a_registration_sent_again_under_its_key_is_one_account(house: House) -> None:
    body = {"login": new_login(), "name": "Ann", "password": PASSWORD, "device": PHONE}
    key = {"Idempotency-Key": "registration-1"}

    answers = [await house.ask("POST", "/v1/accounts", body, **key) for _ in range(2)]

    assert [status for status, _ in answers] == [201, 201]
    assert len({account["player"] for _, account in answers}) == 1
    assert (await house.ask("POST", "/v1/accounts", body))[1]["code"] == "login_taken"


async def test_wrong_passwords_and_unknown_names_get_the_same_problem(house: House) -> None:
    login = new_login()
    await house.account(login)

    wrong, unknown = await house.log_in(login, password="wrong one"), await house.log_in("nobody@example.org")

    assert wrong == unknown
    assert (wrong[0], wrong[1]["code"]) == (401, "bad_credentials")
    assert (await house.log_in(login))[0] == 201


async def test_guessing_is_slowed_down_with_the_time_to_wait(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A second is over before the next guess on a busy machine.
    monkeypatch.setattr(attempts, "FIRST_WAIT_S", 60.0)
    login = new_login()
    for _ in range(5):
        await house.log_in(login, password="wrong one")

    status, problem = await house.log_in(login)

    assert (status, problem["code"]) == (429, "too_many_attempts")
    assert problem["details"]["retry_ms"] > 0


async def test_tokens_are_refreshed_once_and_a_stolen_one_ends_the_session(house: House) -> None:
    ann = await house.account()
    refresh = "/v1/sessions/refresh"
    first, account = ann["refresh_token"], ann
    for _ in range(2):
        status, account = await house.ask("POST", refresh, {"refresh_token": account["refresh_token"]})
        assert status == 200

    status, problem = await house.ask("POST", refresh, {"refresh_token": first})

    assert (status, problem["code"]) == (401, "session_over")
    await house.revoked(account["token"])


async def test_logging_out_closes_the_open_connection_everywhere(house: House) -> None:
    ann = await house.account()
    door = Door(house.http, house.url)
    door.token = ann["token"]
    await door.connect()
    await door.hello()

    assert (await house.ask("DELETE", "/v1/sessions/current", token=ann["token"]))[0] == 204

    assert (await door.next_of("bye"))["reason"] == "not_authenticated"
    assert await door.closed() == 1008
    await house.revoked(ann["token"])


async def test_devices_are_listed_by_the_page_and_revoked(house: House) -> None:
    login = new_login()
    phone = await house.account(login)
    _, laptop = await house.log_in(login, LAPTOP)

    _, first = await house.ask("GET", "/v1/me/devices?limit=1", token=phone["token"])
    _, second = await house.ask("GET", f"/v1/me/devices?limit=1&cursor={first['next']}", token=phone["token"])

    assert [page["devices"][0]["name"] for page in (first, second)] == [LAPTOP["name"], PHONE["name"]]
    assert second["next"] == ""
    path = f"/v1/me/devices/{laptop['device']}"
    assert (await house.ask("DELETE", path, token=phone["token"]))[0] == 204
    await house.revoked(laptop["token"])
    assert (await house.ask("GET", "/v1/me/devices?limit=0", token=phone["token"]))[0] == 422


async def test_what_is_anothers_cannot_be_touched_with_ones_own_token(house: House) -> None:
    ann, bob = await house.account(), await house.account()

    status, problem = await house.ask("DELETE", f"/v1/me/devices/{bob['device']}", token=ann["token"])
    stolen = bob["refresh_token"].replace(bob["player"], ann["player"])
    refreshed, _ = await house.ask("POST", "/v1/sessions/refresh", {"refresh_token": stolen})

    assert (status, problem["code"], refreshed) == (404, "unknown_device", 401)
    assert (await house.ask("GET", "/v1/me", token=bob["token"]))[0] == 200


async def test_a_new_password_is_a_new_password(house: House) -> None:
    login = new_login()
    ann = await house.account(login)
    body = {"old_password": PASSWORD, "new_password": "battery staple"}

    assert (await house.ask("PUT", "/v1/me/password", body, ann["token"]))[0] == 204

    assert (await house.log_in(login))[0] == 401
    assert (await house.log_in(login, password="battery staple"))[0] == 201


async def test_a_deleted_account_is_gone_at_once(house: House) -> None:
    login = new_login()
    ann = await house.account(login)

    assert (await house.ask("POST", "/v1/me/deletion", {"password": PASSWORD}, ann["token"]))[0] == 204

    await house.revoked(ann["token"])
    assert (await house.log_in(login))[0] == 401


async def test_own_rules_are_told_as_they_stand(house: House) -> None:
    ann, bob = await house.account(), await house.account()

    await house.ask("PUT", "/v1/me/rules/buy_in_limit", {"buy_in": 5_000}, ann["token"])
    await house.ask("PUT", f"/v1/me/blocked/{bob['player']}", token=ann["token"])
    await house.ask("POST", "/v1/me/rules/exclusion", {"days": 2}, ann["token"])
    status, rules = await house.ask("GET", "/v1/me/rules", token=ann["token"])

    assert status == 200
    assert (rules["buy_in_limit"], rules["blocked"]) == (5_000, [bob["player"]])
    assert rules["excluded_until_ms"] > time.time() * 1_000
    assert (await house.ask("DELETE", f"/v1/me/blocked/{bob['player']}", token=ann["token"]))[1][
        "blocked"
    ] == []


class Vouching:
    """Stands for an issuer that vouches for whoever is named in the token."""

    async def vouched(self, id_token: str) -> Vouched:
        if id_token == "forged":
            raise BadIdToken(reason="invalid")
        return Vouched("https://id.example", id_token, "")


async def test_who_is_vouched_for_comes_in_where_the_house_trusts_the_issuer(house: House) -> None:
    assert house.identity is not None
    servicer = house.identity.part.servicer
    body = {"id_token": f"u-{next(_numbers)}", "name": "Ann", "device": PHONE}
    untrusted, problem = await house.ask("POST", "/v1/sessions/outside", body)
    assert servicer.desk is not None
    issuer: Any = Vouching()
    servicer.desk = replace(servicer.desk, issuer=issuer)

    status, first = await house.ask("POST", "/v1/sessions/outside", body)
    _, again = await house.ask("POST", "/v1/sessions/outside", {**body, "device": LAPTOP})
    forged = await house.ask("POST", "/v1/sessions/outside", {**body, "id_token": "forged"})

    assert (untrusted, problem["code"]) == (404, "no_outside_issuer")
    assert (status, first["player"], first["name"]) == (201, again["player"], "Ann")
    assert (forged[0], forged[1]["code"]) == (401, "bad_id_token")
    assert (await house.ask("GET", "/v1/me", token=again["token"]))[0] == 200


async def test_guests_have_nothing_to_look_after(house: House) -> None:
    _, guest = await house.ask("POST", "/v1/guests", {"name": "Ann"})

    for method, path in (
        ("GET", "/v1/me/devices"),
        ("DELETE", "/v1/sessions/current"),
        ("GET", "/v1/me/rules"),
    ):
        status, problem = await house.ask(method, path, token=guest["token"])
        assert (status, problem["code"]) == (403, "account_needed")


def claims(ann: dict[str, Any], **changed: Any) -> dict[str, Any]:
    now = int(time.time())
    usual = {"iss": ISSUER, "aud": AUDIENCE, "sub": ann["player"], "name": "Ann", "sid": ann["session"]}
    return {**usual, "dev": ann["device"], "iat": now, "exp": now + 300, **changed}


Forge = Callable[[dict[str, Any], Ed25519PrivateKey, str], str]


def _signed(ann: dict[str, Any], key: Any, kid: str, alg: str = "EdDSA", **changed: Any) -> str:
    return jwt.encode(claims(ann, **changed), key, alg, headers={"kid": kid})


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


FORGED: dict[str, Forge] = {
    "expired": lambda ann, key, kid: _signed(ann, key, kid, exp=int(time.time()) - 1),
    "of another signature": lambda ann, key, kid: _signed(ann, Ed25519PrivateKey.generate(), kid),
    "of another issuer": lambda ann, key, kid: _signed(ann, key, kid, iss="riverrun"),
    "for another audience": lambda ann, key, kid: _signed(ann, key, kid, aud="elsewhere"),
    "of an unknown key": lambda ann, key, kid: _signed(ann, key, "unknown"),
    "without a signature": lambda ann, key, kid: _signed(ann, None, kid, "none"),
    "signed with the public key as a secret": lambda ann, key, kid: _signed(ann, _public(key), kid, "HS256"),
    "without a session": lambda ann, key, kid: jwt.encode(
        {name: value for name, value in claims(ann).items() if name != "sid"}, key, "EdDSA", {"kid": kid}
    ),
    "cut short": lambda ann, key, kid: _signed(ann, key, kid)[:-5],
    "with another's name in it": lambda ann, key, kid: _swapped(_signed(ann, key, kid), ann),
}


def _swapped(token: str, ann: dict[str, Any]) -> str:
    head, _, mac = token.split(".")
    body = jwt.encode({**claims(ann), "sub": "p-0000000000000000"}, "x" * 32, "HS256").split(".")[1]
    return f"{head}.{body}.{mac}"


@pytest.mark.parametrize("what", FORGED)
@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_a_token_that_is_not_ours_is_refused(house: House, what: str) -> None:
    ann = await house.account()
    ring = load_ring(house.keys / "signing.json")
    key = Ed25519PrivateKey.from_private_bytes(ring.keys[0].secret)
    assert (await house.ask("GET", "/v1/me", token=_signed(ann, key, ring.current)))[0] == 200

    status, problem = await house.ask("GET", "/v1/me", token=FORGED[what](ann, key, ring.current))

    assert (status, problem["code"]) == (401, "not_authenticated")


async def test_while_accounts_are_away_guests_play_on(one_server: NatsServers) -> None:
    async with (
        running_gateway(one_server, club_target="127.0.0.1:1") as gateway,
        aiohttp.ClientSession() as http,
    ):
        house = House(gateway.url, http, Path())
        _, guest = await house.ask("POST", "/v1/guests", {"name": "Ann"})

        assert (await house.ask("GET", "/v1/tables", token=guest["token"]))[0] == 200
        token = jwt.encode({"sub": "p-1"}, Ed25519PrivateKey.generate(), "EdDSA", {"kid": "sign-1"})
        status, problem = await house.ask("GET", "/v1/me", token=token)
        assert (status, problem["code"]) == (503, "accounts_unavailable")
