"""Paying for a buy-in, asked for by a table: for tables of the club, and its members, alone."""

from dataclasses import dataclass

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.club.clubs.club import Club
from services.club.clubs.refusals import NotAMember, UnknownClubTable
from services.club.counter import reading
from services.club.counter.desk import Desk
from services.club.counter.telling import told_entry
from services.club.ledger import moving, refusals
from services.club.ledger.accounts import MINT, Account, member
from services.club.ledger.ledger import Done
from services.club.ledger.moving import Move

LONGEST_ID = 200


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

    def pay(self, desk: Desk) -> pb.Entry:
        """The entry in the member's account. Blocks; raises refusals."""
        asked = moving.buy_in(self.transfer, self.player, self.table, self.amount)
        found = desk.clubs.show(self.club)
        # Asked again after the member has left, what was paid is still what was paid.
        if desk.ledger(found).transfer(asked.transfer) is None:
            if self.table not in found.tables:
                raise UnknownClubTable(table=self.table)
            if found.limits.open_house:
                found = self._welcome(desk)
            member_of(found, self.player)
        done = desk.ledgers.move(self.club, asked, desk.clock.now_ms())
        return entry_of(member(self.player), done)

    def _welcome(self, desk: Desk) -> Club:
        """In an open house: a member at once, with the chips that he lacks."""
        now_ms = desk.clock.now_ms()
        found = desk.clubs.welcome(self.club, self.player, self.transfer, now_ms)
        account = member(self.player)
        lacks = self.amount - desk.ledger(found).read(lambda books: books.balance(account))
        if not 0 < lacks <= self.amount:
            return found
        transfer = f"{self.transfer}.welcome"
        granted = Move(transfer, MINT, account, lacks, "grant", found.owner, "an open house")
        try:
            desk.ledgers.move(self.club, granted, now_ms)
        except refusals.TransferIdReused:
            # Granted before, when he lacked another amount: what he has since decides.
            return found
        return found


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
