"""Who limits his losses asks at two clubs at the same moment, served by two processes: one says no."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import grpc

from riverrun.contracts.table_config import TableConfig
from riverrun.pb.club.v1 import club_pb2
from riverrun.pb.identity.v1 import identity_pb2 as pb
from riverrun.pb.identity.v1.identity_pb2_grpc import IdentityStub
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.nats.users import CLUB
from services.club.clubs import application as clubs_application
from services.club.clubs import deciding
from services.club.clubs.application import ClubsApplication
from services.club.clubs.clubs import Clubs
from services.club.clubs.deciding import By
from tests.support.club_house import ClubHouse, running_clubs
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

LIMIT, BUY_IN = 1_000, 700


def opened_tables(servers: NatsServers, clubs: list[str], owner: str) -> list[str]:
    """A table of each club, that nobody hosts."""
    where = clubs_application.environment(CLUB, servers.passwords[CLUB.password_variable], servers.urls)
    application = ClubsApplication(where)
    try:
        for number, club in enumerate(clubs):
            for call, decide in (
                ("SaveTemplate", partial(deciding.save_template, template="t", config=TableConfig())),
                ("OpenTable", partial(deciding.open_table, template="t", table=f"s0-limit0000{number}")),
            ):
                by = By(owner, f"{call}-{number}", 1)
                asked = partial(decide, by=by)
                Clubs(application, lambda: "secret").carry_out(club, by, f"Clubs.{call}", asked)
    finally:
        application.close()
    return [f"s0-limit0000{number}" for number in range(len(clubs))]


async def limited_player(house: ClubHouse) -> str:
    async with open_channel(house.target) as channel:
        stub = IdentityStub(channel)
        device = pb.Device(id="device-0001", name="phone")
        register = pb.RegisterRequest(
            command="r1", login="ann@rhine", name="Ann", password="correct horse", device=device
        )
        made = await stub.Register(register, timeout=LONG_S)
        player = str(getattr(made, "pass").player)
        limit = pb.ChooseLimitRequest(command="l1", player=player, limit="loss_day", value=LIMIT)
        await stub.ChooseLimit(limit, timeout=LONG_S)
    return player


async def outcome(call: Any) -> str:
    """`paid`, or the code with which it is refused."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        refusal = refusal_in(error)
        return str(error) if refusal is None else refusal.code
    return "paid"


async def test_two_clubs_asked_at_once_do_not_both_let_him_bring_what_he_may_lose_once(
    one_server: NatsServers, tmp_path: Path
) -> None:
    async with (
        running_clubs(one_server, keys=tmp_path) as one,
        running_clubs(one_server, keys=tmp_path) as other,
    ):
        player = await limited_player(one)
        clubs = [await one.found("owen"), await one.found("owen")]
        for club in clubs:
            await one.join(club, player)
            await one.grant(club, player, 5_000)
        tables = await asyncio.to_thread(opened_tables, one_server, [club.club for club in clubs], "owen")

        asked = [
            house.ledger.BuyIn(
                club_pb2.BuyInRequest(
                    club=club.club, table=table, transfer=f"{table}.b1", player=player, amount=BUY_IN
                ),
                timeout=LONG_S,
            )
            for house, club, table in zip((one, other), clubs, tables, strict=True)
        ]
        outcomes = await asyncio.gather(*map(outcome, asked))

        assert sorted(outcomes) == ["loss_limit_reached", "paid"]
        balances = [await one.balance(club, f"member:{player}") for club in clubs]
        assert sorted(balances) == [5_000 - BUY_IN, 5_000]
