"""Clubs and chips through the apps' door: founded, joined, granted, corrected by two, opened as tables."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.support.club_apps import Apps, running_apps
from tests.support.nats_server import NatsServers
from tests.support.table_process import TableProcesses


@pytest_asyncio.fixture
async def apps(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Apps]:
    async with running_apps(one_server, tmp_path) as apps:
        yield apps


async def test_a_club_is_founded_joined_and_listed(apps: Apps) -> None:
    (_, ann), (bob_id, bob) = await apps.person("Ann"), await apps.person("Bob")
    club = await apps.club(ann)
    await apps.join(club, ann, bob_id, bob)
    assert (club["role"], club["kind"], club["bounds"]["open_house"]) == ("owner", "play", False)
    _, mine = await apps.ask("GET", "/v1/clubs", bob)
    assert [(one["club"], one["role"], one["code"]) for one in mine["clubs"]] == [
        (club["club"], "member", None)
    ]
    _, first = await apps.ask("GET", f"/v1/clubs/{club['club']}/members?limit=1", ann)
    _, rest = await apps.ask("GET", f"/v1/clubs/{club['club']}/members?cursor={first['next']}", ann)
    assert {one["name"] for one in (*first["members"], *rest["members"])} == {"Ann", "Bob"}
    assert (await apps.ask("GET", f"/v1/clubs/{club['club']}/members", bob))[0] == 403
    assert (await apps.ask("DELETE", f"/v1/clubs/{club['club']}/members/{bob_id}", bob))[0] == 204
    assert (await apps.ask("GET", f"/v1/clubs/{club['club']}", bob))[0] == 403
    assert (await apps.ask("GET", "/v1/clubs/cnowhere", bob))[0] == 404


async def test_who_is_banned_is_listed_and_comes_in_again_once_the_ban_is_lifted(apps: Apps) -> None:
    (_, ann), (bob_id, bob) = await apps.person("Ann"), await apps.person("Bob")
    club = await apps.club(ann)
    members = f"/v1/clubs/{club['club']}/members"
    join = {"code": club["code"]}
    await apps.join(club, ann, bob_id, bob)
    assert (await apps.ask("PUT", f"{members}/{bob_id}/ban", bob))[1]["code"] == "not_allowed"
    status, problem = await apps.ask("PUT", f"{members}/Bop/ban", ann)
    assert (status, problem["code"], problem["details"]) == (404, "unknown_player", {"player": "Bop"})

    assert (await apps.ask("PUT", f"{members}/{bob_id}/ban", ann))[0] == 204
    _, page = await apps.ask("GET", members, ann)
    assert ([one["name"] for one in page["members"]], page["banned"]) == (
        ["Ann"],
        [{"player": bob_id, "name": "Bob"}],
    )
    status, problem = await apps.ask("POST", "/v1/clubs/joins", bob, join)
    assert (status, problem["code"]) == (403, "banned_from_club")

    assert (await apps.ask("DELETE", f"{members}/{bob_id}/ban", ann))[0] == 204
    assert (await apps.ask("DELETE", f"{members}/{bob_id}/ban", ann))[1]["code"] == "not_banned"
    await apps.join(club, ann, bob_id, bob)


async def test_chips_are_granted_once_and_stand_in_the_statement(apps: Apps) -> None:
    (_, ann), (bob_id, bob) = await apps.person("Ann"), await apps.person("Bob")
    club = await apps.club(ann)
    path = f"/v1/clubs/{club['club']}"
    await apps.join(club, ann, bob_id, bob)
    body = {"player": bob_id, "amount": 500, "note": "welcome"}
    key = {"Idempotency-Key": "grant-to-bob"}
    first = await apps.ask("POST", f"{path}/grants", ann, body, **key)
    assert first[0] == 201, first
    assert await apps.ask("POST", f"{path}/grants", ann, body, **key) == first
    await apps.ask("POST", f"{path}/take_backs", ann, {**body, "amount": 100})
    _, statement = await apps.ask("GET", f"{path}/statement?limit=1", bob)
    assert [(one["amount"], one["balance"], one["reason"]) for one in statement["entries"]] == [
        (-100, 400, "take_back")
    ]
    _, rest = await apps.ask("GET", f"{path}/statement?cursor={statement['next']}", bob)
    assert [(one["amount"], one["note"]) for one in rest["entries"]] == [(500, "welcome")]
    _, balance = await apps.ask("GET", f"{path}/balance", bob)
    assert balance == {"account": f"member:{bob_id}", "balance": 400, "limit": 0}
    status, problem = await apps.ask("POST", f"{path}/grants", bob, body)
    assert (status, problem["code"]) == (403, "not_allowed")


async def test_a_key_is_good_for_one_wish_about_a_club(apps: Apps) -> None:
    # The second bounds were answered with 204, and the first ones stayed.
    _, ann = await apps.person("Ann")
    key = {"Idempotency-Key": "bounds-of-ann"}
    club = await apps.club(ann)
    bounds = f"/v1/clubs/{club['club']}/bounds"
    assert await apps.ask("PUT", bounds, ann, {"members": 50}, **key) == (204, None)
    assert await apps.ask("PUT", bounds, ann, {"members": 50}, **key) == (204, None)
    status, problem = await apps.ask("PUT", bounds, ann, {"members": 60}, **key)
    assert (status, problem["code"]) == (409, "id_reused")
    one = {"name": "One", "kind": "play"}
    founded = await apps.ask("POST", "/v1/clubs", ann, one, **key)
    assert await apps.ask("POST", "/v1/clubs", ann, one, **key) == founded
    status, problem = await apps.ask("POST", "/v1/clubs", ann, {**one, "kind": "real"}, **key)
    assert (status, problem["code"]) == (409, "id_reused")


async def test_a_manager_lets_nobody_in_with_credit_of_before(apps: Apps) -> None:
    # What the owner had once lent came back with the member, whoever let him in again.
    (_, ann), (bob_id, bob) = await apps.person("Ann"), await apps.person("Bob")
    club = await apps.club(ann)
    path = f"/v1/clubs/{club['club']}"
    await apps.join(club, ann, bob_id, bob)
    lent = {"limit": -500, "note": "good for it"}
    assert (await apps.ask("PUT", f"{path}/members/{bob_id}/credit", ann, lent))[0] == 204
    assert (await apps.ask("DELETE", f"{path}/members/{bob_id}", ann))[0] == 204
    await apps.join(club, ann, bob_id, bob)
    _, balance = await apps.ask("GET", f"{path}/balance", bob)
    assert (balance["balance"], balance["limit"]) == (0, 0)


async def test_amounts_beyond_all_chips_there_may_be_are_refused(apps: Apps) -> None:
    ann_id, ann = await apps.person("Ann")
    path = f"/v1/clubs/{(await apps.club(ann))['club']}"
    for number in (2**63, 2**63 - 1, 2**53, 10**15 + 1):
        grant = {"player": ann_id, "amount": number, "note": "x"}
        for method, where, body in (
            ("POST", "grants", grant),
            ("POST", "take_backs", grant),
            ("POST", "collections", {"amount": number}),
            (
                "POST",
                "adjustments",
                {"source": "mint", "target": f"member:{ann_id}", "amount": number, "note": "x"},
            ),
            ("PUT", f"members/{ann_id}/credit", {"limit": -number, "note": "x"}),
            ("PUT", "bounds", {"members": number}),
        ):
            status, problem = await apps.ask(method, f"{path}/{where}", ann, body)
            assert (status, problem["code"]) == (422, "bad_message"), where


async def test_a_body_that_is_not_what_it_says_is_refused(apps: Apps) -> None:
    gzip = {"Content-Encoding": "gzip"}
    async with apps.http.post(f"{apps.url}/v1/guests", data=b"abc", headers=gzip) as response:
        assert (response.status, (await response.json())["code"]) == (400, "bad_json")


async def test_a_correction_takes_two_and_a_period_is_closed_once(apps: Apps) -> None:
    (_, ann), (mia_id, mia) = await apps.person("Ann"), await apps.person("Mia")
    club = await apps.club(ann)
    path = f"/v1/clubs/{club['club']}"
    await apps.join(club, ann, mia_id, mia)
    role = await apps.ask("PUT", f"{path}/members/{mia_id}/role", ann, {"role": "manager"})
    assert role[0] == 204
    wanted = {"source": "mint", "target": f"member:{mia_id}", "amount": 9, "note": "a lost hand"}
    _, proposed = await apps.ask("POST", f"{path}/adjustments", ann, wanted)
    approval = f"{path}/adjustments/{proposed['adjustment']}/approval"
    status, problem = await apps.ask("POST", approval, ann)
    assert (status, problem["code"]) == (409, "second_person_needed")
    _, waiting = await apps.ask("GET", f"{path}/adjustments", mia)
    assert [one["adjustment"] for one in waiting["adjustments"]] == [proposed["adjustment"]]
    status, entry = await apps.ask("POST", approval, mia)
    assert (status, entry["balance"]) == (201, 9)
    closed = await apps.ask("POST", f"{path}/settlements", ann, {"period": "2026-11"})
    assert closed[0] == 201
    assert await apps.ask("POST", f"{path}/settlements", ann, {"period": "2026-11"}) == closed
    assert await apps.ask("GET", f"{path}/settlements/2026-11", mia) == (200, closed[1])
    _, listed = await apps.ask("GET", f"{path}/settlements", mia)
    assert [one["period"] for one in listed["periods"]] == ["2026-11"]
    assert (await apps.ask("GET", f"{path}/settlements/2026-12", mia))[0] == 404
    _, accounts = await apps.ask("GET", f"{path}/accounts", mia)
    assert [(one["account"], one["balance"]) for one in accounts["accounts"]] == [
        (f"member:{mia_id}", 9),
        ("mint", -9),
    ]


async def test_a_table_is_opened_from_a_template(apps: Apps, one_server: NatsServers, tmp_path: Path) -> None:
    _, ann = await apps.person("Ann")
    club = await apps.club(ann)
    path = f"/v1/clubs/{club['club']}"
    status, problem = await apps.ask("PUT", f"{path}/templates/daily", ann, {"seats": 11})
    assert (status, problem["details"]["option"]) == (422, "seats")
    assert (await apps.ask("PUT", f"{path}/templates/daily", ann, {"name": "Rhine"}))[0] == 204
    async with TableProcesses(one_server, tmp_path).hosting():
        status, opened = await apps.ask("POST", f"{path}/tables", ann, {"template": "daily"})
        assert status == 201, opened
        _, seen = await apps.ask("GET", f"/v1/tables/{opened['table']}", ann)
    assert seen["view"]["config"]["club"] == club["club"]
    _, shown = await apps.ask("GET", path, ann)
    assert [(one["table"], one["is_open"]) for one in shown["tables"]] == [(opened["table"], True)]


async def test_a_clubs_table_is_ruled_by_whom_the_club_lets_and_within_its_limits(
    apps: Apps, one_server: NatsServers, tmp_path: Path
) -> None:
    (ann_id, ann), (mal_id, mal) = await apps.person("Ann"), await apps.person("Mal")
    club = await apps.club(ann)
    path = f"/v1/clubs/{club['club']}"
    await apps.join(club, ann, mal_id, mal)
    await apps.ask("PUT", f"{path}/members/{mal_id}/role", ann, {"role": "manager"})
    await apps.ask("PUT", f"{path}/bounds", ann, {"big_blind": 100, "insurance": 5_000})
    insured = {"name": "Rhine", "insurance": {"offered": True}}
    await apps.ask("PUT", f"{path}/templates/daily", mal, insured)
    async with TableProcesses(one_server, tmp_path).hosting():
        _, opened = await apps.ask("POST", f"{path}/tables", mal, {"template": "daily"})
        table = opened["table"]
        _, seen = await apps.ask("GET", f"/v1/tables/{table}", ann)
        options = seen["view"]["config"]
        owner, manager = await apps.door(ann_id, ann), await apps.door(mal_id, mal)
        dearer = {**options, "big_blind": 200, "small_blind": 100}
        above = await manager.ask("change_options", table=table, config=dearer)
        insurance = {**options["insurance"], "limit_in_all": 5_001}
        above_insurance = await manager.ask(
            "change_options", table=table, config={**options, "insurance": insurance}
        )
        renamed = await manager.ask("change_options", table=table, config={**options, "name": "Mosel"})
        paused = await owner.ask("pause_table", table=table)
        assert (await apps.ask("DELETE", f"{path}/members/{mal_id}", ann))[0] == 204
        dismissed = await manager.ask("continue_table", table=table)
        closed = await owner.ask("close_table", table=table)
        await owner.close()
        await manager.close()

    assert (above["code"], above["details"]) == ("above_club_limit", {"limit": "big_blind", "most": 100})
    assert above_insurance["details"] == {"limit": "insurance", "most": 5_000}
    assert [answer["type"] for answer in (renamed, paused, closed)] == ["ack"] * 3
    assert dismissed["code"] == "not_allowed"


async def test_nobody_opens_a_table_in_a_clubs_name_by_himself(apps: Apps) -> None:
    _, ann = await apps.person("Ann")
    club = await apps.club(ann)
    status, problem = await apps.ask("POST", "/v1/tables", ann, {"club": club["club"]})
    assert (status, problem["details"]["option"]) == (422, "club")


async def test_guests_have_no_clubs(apps: Apps) -> None:
    async with apps.http.post(f"{apps.url}/v1/guests", json={"name": "Eve"}) as response:
        guest = await response.json()
    status, problem = await apps.ask("GET", "/v1/clubs", guest["token"])
    assert (status, problem["code"]) == (403, "account_needed")
