"""The clubs' part of the club service in the test's own process, before a real NATS, behind gRPC."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from riverrun.contracts.table_config import TableConfig
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import (
    ClubsStub,
    LedgerStub,
    add_ClubsServicer_to_server,
    add_LedgerServicer_to_server,
)
from riverrun.pb.identity.v1 import identity_pb2
from riverrun.pb.identity.v1.identity_pb2_grpc import add_IdentityServicer_to_server
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from riverrun.runtime.nats.users import CLUB, IDENTITY
from riverrun.runtime.serving.process import Process, ProcessSettings
from services.club.bouncer.part import BouncerPart
from services.club.clubs_part import ClubsPart
from services.club.identity.part import IdentityPart
from services.club.identity.settings import IdentitySettings
from services.club.settings import ClubSettings
from tests.support.club import identity_keys
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

_numbers = count(1)
LOOKS_ROUND_MS = 200
MANY = 10_000
"""On a log that many tests share the same few people have many clubs."""


@dataclass(frozen=True)
class ClubHouse:
    """Where it answers, and a few words to have a club with members and chips."""

    target: str
    clubs: Any
    ledger: Any

    async def found(self, owner: str = "ann", kind: pb.Kind.ValueType = pb.KIND_PLAY) -> pb.Club:
        request = pb.FoundRequest(by=by(owner), name="Rhine", kind=kind, owner_name=owner.title())
        club: pb.Club = await self.clubs.Found(request, timeout=LONG_S)
        return club

    async def join(self, club: pb.Club, *players: str) -> None:
        for player in players:
            asked = pb.AskToJoinRequest(by=by(player), code=club.code, name=player.title())
            await self.clubs.AskToJoin(asked, timeout=LONG_S)
            answer = pb.AnswerJoinRequest(by=by(club.owner), club=club.club, player=player, admit=True)
            await self.clubs.AnswerJoin(answer, timeout=LONG_S)

    async def give(self, club: pb.Club, player: str, role: pb.Role.ValueType) -> None:
        request = pb.GiveRoleRequest(by=by(club.owner), club=club.club, player=player, role=role)
        await self.clubs.GiveRole(request, timeout=LONG_S)

    async def grant(self, club: pb.Club, player: str, amount: int, transfer: str = "") -> pb.Entry:
        request = pb.GrantRequest(
            by=by(club.owner),
            club=club.club,
            transfer=transfer or f"g{next(_numbers)}",
            player=player,
            amount=amount,
            note="welcome",
        )
        entry: pb.Entry = await self.ledger.Grant(request, timeout=LONG_S)
        return entry

    async def take_back(self, club: pb.Club, player: str, amount: int) -> None:
        request = pb.TakeBackRequest(
            by=by(club.owner),
            club=club.club,
            transfer=f"t{next(_numbers)}",
            player=player,
            amount=amount,
            note="too many",
        )
        await self.ledger.TakeBack(request, timeout=LONG_S)

    async def balance(self, club: pb.Club, account: str) -> int:
        request = pb.BalanceRequest(by=by(club.owner), club=club.club, account=account)
        return int((await self.ledger.Balance(request, timeout=LONG_S)).balance)

    async def bound_insurance(self, club: pb.Club, limit: int) -> None:
        """So far below zero the insurance account may come; 0: without a limit."""
        request = pb.SetLimitsRequest(by=by(club.owner), club=club.club, limits=pb.Limits(insurance=limit))
        await self.clubs.SetLimits(request, timeout=LONG_S)

    async def open_table(self, club: pb.Club, config: TableConfig) -> str:
        options = msgspec.json.encode(config)
        saved = pb.SaveTemplateRequest(
            by=by(club.owner), club=club.club, template=pb.Template(name="daily", options=options)
        )
        await self.clubs.SaveTemplate(saved, timeout=LONG_S)
        request = pb.OpenTableRequest(by=by(club.owner), club=club.club, template="daily")
        return str((await self.clubs.OpenTable(request, timeout=LONG_S)).table)


def by(player: str, command: str = "") -> pb.By:
    """A player's wish, each under an id of its own."""
    return pb.By(player=player, command=command or f"w-{next(_numbers)}")


async def refused(call: Any) -> str:
    """The code with which a call is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    refusal = refusal_in(failed.value)
    assert refusal is not None, failed.value
    return refusal.code


@asynccontextmanager
async def running_clubs(
    servers: NatsServers,
    port: int = 0,
    keys: Path | None = None,
    most_owned: int = MANY,
    most_joined: int = MANY,
) -> AsyncIterator[ClubHouse]:
    """Ready; with key rings also for people's accounts, as the service has both."""
    password = servers.passwords[CLUB.password_variable]
    process = Process(ProcessSettings(), lambda _: None)
    settings = ClubSettings(
        nats_url=servers.urls,
        nats_password=password,
        threads=4,
        looks_round_ms=LOOKS_ROUND_MS,
        most_owned=most_owned,
        most_joined=most_joined,
    )
    part = ClubsPart(process, settings)
    services = pb.DESCRIPTOR.services_by_name
    hosted = [
        HostedService(services["Clubs"], partial(add_ClubsServicer_to_server, part.clubs)),
        HostedService(services["Ledger"], partial(add_LedgerServicer_to_server, part.ledger)),
    ]
    people = None if keys is None else IdentityPart(process, identity_settings(servers, keys))
    if people is not None:
        service = identity_pb2.DESCRIPTOR.services_by_name["Identity"]
        hosted.append(HostedService(service, partial(add_IdentityServicer_to_server, people.servicer)))
        await people.start()
    server = GrpcServer("127.0.0.1", port, hosted, GrpcSettings(stop_grace_s=0))
    await part.start()
    bouncer = None if people is None else BouncerPart(process, settings, people, part)
    if bouncer is not None:
        await bouncer.start()
    target = (await server.start())["grpc"]
    channel = open_channel(target)
    try:
        yield ClubHouse(target, ClubsStub(channel), LedgerStub(channel))
    finally:
        await channel.close()
        await server.stop()
        if bouncer is not None:
            await bouncer.stop()
        await part.stop()
        if people is not None:
            await people.stop()
        await process.guard.cancel_all()


def identity_settings(servers: NatsServers, keys: Path) -> IdentitySettings:
    """Cheap passwords."""
    chosen: dict[str, Any] = {
        "nats_url": servers.urls,
        "nats_password": servers.passwords[IDENTITY.password_variable],
        "hash_memory_kib": 64,
        "hash_passes": 1,
        **identity_keys(keys),
    }
    return IdentitySettings(**chosen)
