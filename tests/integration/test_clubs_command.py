"""`riverrun clubs` tells clubs, accounts and statements from the log alone."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from click.testing import CliRunner, Result

from console.__main__ import main
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.nats.users import AUDITOR
from tests.support.club_house import ClubHouse, running_clubs
from tests.support.nats_server import NatsServers


@pytest_asyncio.fixture
async def house(one_server: NatsServers) -> AsyncIterator[ClubHouse]:
    async with running_clubs(one_server) as running:
        yield running


async def clubs(servers: NatsServers, *arguments: str) -> Result:
    environment = {AUDITOR.password_variable: servers.passwords[AUDITOR.password_variable]}
    command = ["clubs", *arguments, "--nats", servers.urls[0]]
    return await asyncio.to_thread(CliRunner().invoke, main, command, env=environment)


async def told(servers: NatsServers, *arguments: str) -> list[dict[str, Any]]:
    result = await clubs(servers, *arguments, "--json")
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


async def granted(house: ClubHouse) -> pb.Club:
    club = await house.found()
    await house.join(club, "bob")
    for amount in (500, 70):
        await house.grant(club, "bob", amount)
    return club


async def test_clubs_and_accounts_are_listed(one_server: NatsServers, house: ClubHouse) -> None:
    club = await granted(house)
    (listed,) = [one for one in await told(one_server) if one["club"] == club.club]
    assert (listed["name"], listed["owner"], listed["members"], listed["minted"]) == ("Rhine", "ann", 2, 570)
    accounts = await told(one_server, club.club)
    assert [(one["account"], one["role"], one["balance"]) for one in accounts] == [
        ("member:ann", "owner", 0),
        ("member:bob", "member", 570),
        ("mint", "", -570),
    ]


async def test_a_statement_is_told_newest_first(one_server: NatsServers, house: ClubHouse) -> None:
    club = await granted(house)
    entries = await told(one_server, club.club, "member:bob", "--limit", "1")
    assert [(one["amount"], one["balance"], one["other"]) for one in entries] == [(70, 570, "mint")]
    shown = await clubs(one_server, club.club, "mint")
    assert "-500" in shown.stdout
    assert "welcome" in shown.stdout


async def test_what_is_not_there_is_said(one_server: NatsServers, house: ClubHouse) -> None:
    club = await house.found()
    for arguments in (["c-nowhere"], [club.club, "member:nobody"]):
        assert (await clubs(one_server, *arguments)).exit_code == 1
