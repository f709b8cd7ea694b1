"""The door of two gateways over one book: who sits where, who is kept apart, whom a person does not hear."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
import pytest_asyncio
from nats.aio.client import Client

from riverrun.contracts.subjects import talk_at
from riverrun.contracts.table_commands import AutoTopUp, TopUp
from riverrun.contracts.talk import Said
from riverrun.contracts.views import SeatView
from riverrun.runtime.nats.users import TABLE
from services.gateway import connection
from tests.support.club import running_identity
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.newcomers import registered
from tests.support.patience import LONG_S


@dataclass
class House:
    """Two gateways that trust the same proxy and share a key, and tables behind them."""

    urls: tuple[str, str]
    http: aiohttp.ClientSession
    tables: Client

    async def table(self, name: str, **config: Any) -> FakeTableHost:
        host = FakeTableHost(self.tables, f"s0-{name}", config=config)
        await host.start()
        return host

    async def guest(self, gateway: int, address: str = "203.0.113.9", **greeting: Any) -> Door:
        door = Door(self.http, self.urls[gateway])
        await door.login("Ann")
        await self.enter(door, address, **greeting)
        return door

    async def enter(self, door: Door, address: str, **greeting: Any) -> None:
        await door.connect(**{"X-Forwarded-For": address})
        assert (await door.hello(**greeting))["type"] == "welcome"

    async def account(self, gateway: int) -> Door:
        door = Door(self.http, self.urls[gateway])
        account = await registered(self.http, door.url, "Ann")
        door.token, door.player = account["token"], account["player"]
        return door

    async def ask(self, door: Door, method: str, path: str, body: object = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {door.token}"}
        async with self.http.request(method, door.url + path, json=body, headers=headers) as response:
            return response.status, await response.json() if response.status == 200 else None


@pytest_asyncio.fixture
async def house(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[House]:
    key = tmp_path / "token.key"
    key.write_text("one key for both of the gateways, of 32 bytes at least")
    tables = await one_server.connect(TABLE)
    async with running_identity(one_server, tmp_path / "keys") as identity:
        settings = {
            "club_target": identity.target,
            "token_key": str(key),
            "gateway_trusted_proxies": ("127.0.0.0/8",),
        }
        async with (
            running_gateway(one_server, **settings) as one,
            running_gateway(one_server, **settings) as other,
            aiohttp.ClientSession() as http,
        ):
            yield House((one.url, other.url), http, tables)
    await tables.close()


async def sit_down(door: Door, host: FakeTableHost, seat: int = 1) -> dict[str, Any]:
    answer = await door.ask("sit_down", table=host.table, buy_in=10_000)
    if answer["type"] == "ack":
        host.sitting = (*host.sitting, SeatView(seat, door.player, "Ann", 10_000, "active"))
    return answer


async def test_people_of_one_network_are_kept_apart_across_gateways_and_only_the_owner_learns_why(
    house: House,
) -> None:
    river = await house.table("apart", admission={"refuse_same_network": True})
    ann = await house.guest(0, "198.51.100.7")
    bob, cat = await house.guest(1, "198.51.100.8"), await house.guest(1, "203.0.113.5")
    river.owner = cat.player

    assert (await sit_down(ann, river))["type"] == "ack"
    refused = await sit_down(bob, river)
    assert (await sit_down(cat, river, 2))["type"] == "ack"

    assert (refused["code"], refused["details"]) == ("not_admitted", {})
    path = f"/v1/tables/{river.table}/turned_away"
    assert (await house.ask(bob, "GET", path))[0] == 403
    _, page = await house.ask(cat, "GET", path)
    (told,) = page["turned_away"]
    assert (told["player"], told["because"], told["beside"]) == (bob.player, "same_network", ann.player)


async def test_who_is_too_near_or_says_not_where_he_is_is_not_let_in(house: House) -> None:
    river = await house.table("distant", admission={"least_distance_m": 500, "refuse_same_device": True})
    bangkok, next_door = {"lat_mdeg": 13_756, "lon_mdeg": 100_502}, {"lat_mdeg": 13_757, "lon_mdeg": 100_502}
    ann = await house.guest(0, device="phone-1234", position=bangkok)
    bob = await house.guest(1, device="phone-5678", position=next_door)
    cat = await house.guest(1)

    assert (await sit_down(ann, river))["type"] == "ack"
    assert (await sit_down(bob, river))["code"] == "not_admitted"
    assert (await sit_down(cat, river))["code"] == "position_needed"


async def test_nobody_sits_at_five_tables_through_two_gateways(house: House) -> None:
    hosts = [await house.table(f"many{number}") for number in range(5)]
    phone = await house.guest(0)
    laptop = Door(house.http, house.urls[1])
    laptop.token, laptop.player = phone.token, phone.player
    await house.enter(laptop, "203.0.113.9")

    answers = [await sit_down((phone, laptop)[n % 2], host) for n, host in enumerate(hosts)]

    assert [answer["type"] for answer in answers] == ["ack"] * 4 + ["error"]
    assert (answers[-1]["code"], answers[-1]["details"]) == ("too_many_seats", {"most": 4})


async def test_who_excluded_himself_is_let_in_nowhere(house: House) -> None:
    river = await house.table("excluded")
    ann = await house.account(0)
    await house.enter(ann, "203.0.113.9")
    assert (await house.ask(ann, "PUT", "/v1/me/rules/buy_in_limit", {"buy_in": 5_000}))[0] == 200
    over = await sit_down(ann, river)
    assert (await house.ask(ann, "POST", "/v1/me/rules/exclusion", {"days": 1}))[0] == 200

    assert (over["code"], over["details"]) == ("over_own_limit", {"limit": 5_000})
    assert (await sit_down(ann, river))["code"] == "excluded"


async def test_who_excludes_himself_is_topped_up_no_more_where_he_sits(house: House) -> None:
    river = await house.table("standing")
    ann = await house.account(0)
    await house.enter(ann, "203.0.113.9")
    await sit_down(ann, river)
    wished = await ann.ask("auto_top_up", table=river.table, below=10_000)

    assert (await house.ask(ann, "POST", "/v1/me/rules/exclusion", {"days": 1}))[0] == 200

    again = await ann.ask("auto_top_up", table=river.table, below=10_000)
    assert (wished["type"], again["code"]) == ("ack", "excluded")
    last = [(one.actor, one.body) for one in river.asked[-2:]]
    assert last == [(ann.player, AutoTopUp()), (ann.player, TopUp(0))]


async def test_whom_a_person_blocked_he_hears_at_no_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long accounts take to say it on a busy machine.
    monkeypatch.setattr(connection, "BLOCKED_WITHIN_S", LONG_S)
    river = await house.table("blocked")
    ann, bob = await house.account(0), await house.guest(0)
    assert (await house.ask(ann, "PUT", f"/v1/me/blocked/{bob.player}"))[0] == 200
    await house.enter(ann, "203.0.113.9")
    await ann.send("watch", table=river.table)
    await ann.next_of("snapshot")

    for player, text in ((bob.player, "unheard"), ("p-cyd", "heard")):
        said = Said(1_700_000_000_000, player, "Name", "chat", text)
        await house.tables.publish(talk_at(river.table), msgspec.json.encode(said))

    assert (await ann.next_of("talk"))["text"] == "heard"


async def test_a_house_without_an_audit_log_takes_no_reports(house: House) -> None:
    ann = await house.guest(0)

    assert (await house.ask(ann, "POST", "/v1/reports", {"player": "p-bob", "what": "abuse"}))[0] == 404
