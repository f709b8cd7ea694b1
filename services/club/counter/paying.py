"""Paying for a buy-in, asked for by a table: for tables of the club, and its members, alone."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.club.clubs.club import Club, is_among
from services.club.clubs.refusals import BannedFromClub, NotAMember, UnknownClubTable
from services.club.counter import reading
from services.club.counter.desk import Desk
from services.club.counter.telling import told_entry
from services.club.ledger import moving
from services.club.ledger.accounts import MINT, Account, member
from services.club.ledger.asked import Decide, Done, LedgerAway
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.moving import Move

LONGEST_ID = 200
WITHIN_S, LONGEST_S = 5.0, 30.0
"""So long a buy-in may take whose asker names no deadline, or a longer one than any table waits."""


@dataclass(frozen=True)
class BuyIn:
    """What a table asks for; its transfer's id begins with the table's."""

    club: str
    table: TableId
    transfer: TransferId
    player: PlayerId
    amount: Chips

    @classmethod
    def read(cls, request: pb.BuyInRequest) -> "BuyIn":
        """Raises `BadArgument`."""
        table = reading.table(request.table)
        if not request.transfer.startswith(f"{table}.") or len(request.transfer) > LONGEST_ID:
            raise BadArgument("bad_id", "transfer", "a transfer of that table")
        player = reading.player(request.player)
        return cls(reading.club(request.club), table, request.transfer, player, request.amount)

    def is_paid(self, desk: Desk) -> bool:
        """Whether it was paid before. Blocks."""
        return desk.ledger(desk.clubs.show(self.club)).transfer(self.transfer) is not None

    def pay(self, desk: Desk, within_s: float) -> pb.Entry:
        """The entry in the member's account. Blocks; raises refusals, and `LedgerAway` if it takes longer."""
        until_s = time.monotonic() + within_s
        asked = moving.buy_in(self.transfer, self.player, self.table, self.amount)
        found = desk.clubs.show(self.club)
        ledger = desk.ledger(found)
        now_ms = desk.clock.now_ms()
        decide: Decide = partial(moving.decided, asked, now_ms)
        # Asked again after the member has left, what was paid is still what was paid.
        if ledger.transfer(asked.transfer) is None:
            if not is_among(found.tables, self.table):
                raise UnknownClubTable(table=self.table)
            if found.limits.open_house:
                if self.player not in found.members:
                    desk.belonging.require_room_to_join(self.player)
                found = desk.clubs.welcome(self.club, self.player, self.transfer, now_ms)
                # An older release granted apart from the buy-in: then the id is taken.
                before = ledger.transfer(f"{self.transfer}.welcome") is not None
                granted = f"{self.transfer}.welcome" + (".again" if before else "")
                decide = partial(self._given_what_he_lacks, asked, granted, found.owner, now_ms)
            if self.player in found.banned:
                raise BannedFromClub
            member_of(found, self.player)
        done = ledger.decide(in_time(until_s, decide), asked.transfer)
        return entry_of(member(self.player), done)

    def _given_what_he_lacks(
        self,
        asked: Move,
        transfer: TransferId,
        owner: PlayerId,
        now_ms: int,
        books: Books,
        earlier: ChipsMoved | None,
    ) -> list[ChipsMoved]:
        """In an open house: the chips that he lacks and the buy-in, together or neither."""
        lacks = self.amount - books.balance(asked.source)
        if earlier is not None or not 0 < lacks <= self.amount:
            return moving.decided(asked, now_ms, books, earlier)
        granted = Move(transfer, MINT, asked.source, lacks, "grant", owner, "an open house")
        return moving.grant_and_move(books, granted, asked, now_ms)


def in_time(until_s: float, decide: Decide) -> Decide:
    """Do nothing new once the table has stopped waiting: another process may have told it no meanwhile."""

    def decided(books: Books, earlier: ChipsMoved | None) -> Sequence[Any]:
        if earlier is None and time.monotonic() > until_s:
            raise LedgerAway("the table waits no longer")
        return decide(books, earlier)

    return decided


def member_of(club: Club, player: str) -> PlayerId:
    """A member. Raises `NotAMember`."""
    found = club.members.get(reading.player(player))
    if found is None:
        raise NotAMember(player=player)
    return found.player


def entry_of(shown: Account, done: Done) -> pb.Entry:
    """A transfer that was made, as it stands in an account."""
    assert done.moved is not None, "a transfer moves chips"
    return told_entry(done.version, shown, done.moved)
