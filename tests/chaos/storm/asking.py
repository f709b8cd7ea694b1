"""Asking for an operation: by the club's gRPC or by the table's subject, again by the same id or once."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import nats.errors
from grpc import StatusCode
from nats.aio.client import Client

from riverrun.contracts.subjects import commands_to
from riverrun.contracts.table_commands import (
    Request,
    SitDown,
    StandUp,
    TableCommand,
    TopUp,
    decode_reply,
    encode_request,
)
from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.grpc.refused import refusal_in
from services.club.ledger.accounts import member
from tests.chaos.storm.clubs import StormClub
from tests.chaos.storm.operations import Operation
from tests.support.club_house import ClubHouse, by

ANSWER_S = 2.0
PAUSE_S = 0.05
GIVES_UP_S = 90.0
NOTE = "in the storm"
AWAY = (StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED)
UNANSWERED = (nats.errors.Error, OSError)


class NeverAnswered(AssertionError):
    """Asked again and again under one id, and no answer for far longer than any outage was."""


class Asker:
    """Notes in each operation what came of it."""

    def __init__(self, house: ClubHouse, door: Client) -> None:
        self._house = house
        self._door = door

    async def ask(self, club: StormClub, one: Operation, *, once: bool) -> None:
        """Ask until there is an answer, or just `once`. Raises `NeverAnswered`."""
        until = time.monotonic() + GIVES_UP_S
        while True:
            code = await self._asked(club, one)
            if code is not None:
                one.came, one.code = ("refused", code) if code else ("done", "")
                return
            if once:
                one.came = "unknown"
                return
            if time.monotonic() > until:
                raise NeverAnswered(str(one))
            await asyncio.sleep(PAUSE_S)

    async def _asked(self, club: StormClub, one: Operation) -> str | None:
        """The refusal's code, empty if done; None if nobody answered."""
        ledger, owner = self._house.ledger, club.owner
        match one.kind:
            case "grant":
                granted = pb.GrantRequest(**_words(one, owner), player=one.player, amount=one.amount)
                return await _called(ledger.Grant, granted)
            case "take_back":
                taken = pb.TakeBackRequest(**_words(one, owner), player=one.player, amount=one.amount)
                return await _called(ledger.TakeBack, taken)
            case "transfer":
                return await self._corrected(club, one)
            case "sit_down":
                return await self._told(one, SitDown(one.amount))
            case "top_up":
                return await self._told(one, TopUp(one.amount))
            case "stand_up":
                return await self._told(one, StandUp())

    async def _corrected(self, club: StormClub, one: Operation) -> str | None:
        """From member to member: one person proposes, another approves."""
        ledger = self._house.ledger
        proposed = pb.ProposeAdjustmentRequest(
            **_words(one, club.owner),
            source=member(one.player),
            target=member(one.target),
            amount=one.amount,
        )
        code = await _called(ledger.ProposeAdjustment, proposed)
        if code != "":
            return code
        approved = pb.ApproveAdjustmentRequest(by=by(club.second), club=one.club, transfer=one.id)
        return await _called(ledger.ApproveAdjustment, approved)

    async def _told(self, one: Operation, command: TableCommand) -> str | None:
        request = encode_request(Request(one.id, one.player, one.player, 0, "", command))
        try:
            reply = await self._door.request(commands_to(one.table), request, timeout=ANSWER_S)
        except UNANSWERED:
            return None
        return decode_reply(reply.data).code


def _words(one: Operation, player: PlayerId) -> dict[str, Any]:
    return {"by": by(player), "club": one.club, "transfer": one.id, "note": NOTE}


async def _called(call: Callable[..., Awaitable[Any]], request: Any) -> str | None:
    try:
        await call(request, timeout=ANSWER_S)
    except grpc.aio.AioRpcError as error:
        refusal = refusal_in(error)
        if refusal is not None:
            return refusal.code
        if error.code() not in AWAY:
            raise
        return None
    return ""
