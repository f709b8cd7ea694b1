"""The club's insurance pool: how much of its limit a hand may use is held in the club's ledger (R9.12)."""

from typing import Protocol

import grpc
from msgspec import Struct

from riverrun.holdem.state import Hand, Table
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId
from riverrun.pb.club.v1 import club_pb2, club_pb2_grpc
from services.table.rules.insurance import paid_so_far


class RoomAsked(Struct, frozen=True):
    """A hand that is about to be offered `covers`; by the cards dealt it costs the club `owed` already.

    `limit` is the table's own, 0: none; the club may have one beside.
    """

    club: str
    table: TableId
    hand: int
    board: int
    limit: Chips
    owed: Chips
    covers: Chips


class Pool(Protocol):
    """Holds room below a club's limit for all its tables, once for a hand's street.

    Raises `grpc.RpcError`, `TimeoutError`: then nothing may be offered.
    """

    async def hold(self, asked: RoomAsked) -> Chips | None:
        """How much of the covers may be sold; None: all, for there is no limit, and nothing is held."""


class ClubPool:
    """The club's ledger over gRPC, with a deadline for every call."""

    def __init__(self, channel: grpc.aio.Channel, deadline_ms: int) -> None:
        self._stub = club_pb2_grpc.LedgerStub(channel)
        self._deadline_s = deadline_ms / 1000

    async def hold(self, asked: RoomAsked) -> Chips | None:
        """See `Pool`."""
        request = club_pb2.HoldExposureRequest(
            club=asked.club,
            table=asked.table,
            hand=asked.hand,
            board=asked.board,
            limit=asked.limit,
            owed=asked.owed,
            covers=asked.covers,
        )
        answer = await self._stub.HoldExposure(request, timeout=self._deadline_s)
        return None if answer.unlimited else int(answer.covers)


def is_clubs(table: Table) -> bool:
    """Whether a club carries the risk: it alone knows its limit. Elsewhere the limit is the table's own."""
    return bool(table.config.club)


def room_asked(table: Table, hand: Hand, covers: Chips) -> RoomAsked:
    """The question to the pool, before covers of so much are offered."""
    board = hand.boards[0]
    bought = () if hand.insurance is None else hand.insurance.covers
    return RoomAsked(
        club=table.config.club,
        table=table.table,
        hand=hand.hand,
        board=len(board),
        limit=table.config.insurance.limit_in_all,
        owed=paid_so_far(bought, board),
        covers=covers,
    )
