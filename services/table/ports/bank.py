"""Where a player's chips come from: the club's ledger at a club's table, else play money granted at once."""

from typing import Protocol

import grpc
from grpc import StatusCode
from grpc.aio import AioRpcError

from riverrun.contracts.table_config import TableConfig
from riverrun.holdem.state import Transfer
from riverrun.kernel.identifiers import TransferId
from riverrun.pb.club.v1 import club_pb2, club_pb2_grpc
from riverrun.runtime.grpc.refused import refusal_in

_AWAY = frozenset({StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED})


class BuyInDenied(Exception):
    """The account would not pay; `reason` is a stable code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Bank(Protocol):
    """Moves chips from a player's account to a table, once per transfer id."""

    async def pay(self, transfer: Transfer, config: TableConfig) -> None:
        """Return when the chips are on the way to the table. Raises `BuyInDenied`, `TimeoutError`."""


class PlayMoneyBank:
    """Grants every buy-in at `play` tables; a table with real money needs a ledger and gets nothing here."""

    async def pay(self, _transfer: Transfer, config: TableConfig) -> None:
        """Granted at once (R1.3)."""
        if config.kind != "play":
            raise BuyInDenied("no_ledger")


class ClubBank:
    """A club's ledger over gRPC. An answer that does not come is asked for again by the same id."""

    def __init__(self, channel: grpc.aio.Channel, deadline_ms: int) -> None:
        self._stub = club_pb2_grpc.LedgerStub(channel)
        self._deadline_s = deadline_ms / 1000

    async def pay(self, transfer: Transfer, config: TableConfig) -> None:
        """See `Bank`."""
        request = club_pb2.BuyInRequest(
            club=config.club,
            table=table_of(transfer.transfer),
            transfer=transfer.transfer,
            player=transfer.player,
            amount=transfer.amount,
        )
        try:
            await self._stub.BuyIn(request, timeout=self._deadline_s)
        except AioRpcError as error:
            refusal = refusal_in(error)
            if refusal is not None:
                raise BuyInDenied(refusal.code) from None
            if error.code() in _AWAY:
                raise TimeoutError(error.details()) from None
            raise


class HouseBank:
    """Tables of clubs pay from their club's ledger, all others play for nothing."""

    def __init__(self, club: Bank) -> None:
        self._club = club
        self._play = PlayMoneyBank()

    async def pay(self, transfer: Transfer, config: TableConfig) -> None:
        """See `Bank`."""
        await (self._club if config.club else self._play).pay(transfer, config)


def table_of(transfer: TransferId) -> str:
    """The table that a transfer's id begins with (see `seating.transfer_id`)."""
    return transfer.partition(".")[0]
