"""One club's table in the follower's hands: its commits in order, and from where to follow it anew."""

from collections.abc import Iterator

from riverrun.contracts.commits import Commit
from riverrun.contracts.table_events import TOPICS, TableClosed, TableRolled
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.codec import EventCodec
from services.club.tables.money import Moved, TableMoney

codec = EventCodec(TOPICS)


class FollowedTable:
    """Takes commits; remembers where the hand in progress began."""

    def __init__(self, table: TableId, club: str) -> None:
        self.table = table
        self.club = club
        self.closed = False
        self.rolled_to: TableId = ""
        self.hand_from_seq = 0
        self._money = TableMoney(table)

    def take(self, seq: int, commit: Commit) -> Iterator[Moved]:
        """What a commit moves."""
        was_in_hand = self._money.in_hand
        for version, stored in enumerate(commit.events, commit.first_version):
            event = codec.decode(stored)
            moved = self._money.take(version, event)
            if moved is not None:
                yield moved
            if isinstance(event, TableClosed):
                self.closed = True
            elif isinstance(event, TableRolled):
                self.rolled_to = event.successor
        if not self._money.in_hand:
            self.hand_from_seq = 0
        elif not was_in_hand:
            self.hand_from_seq = seq
