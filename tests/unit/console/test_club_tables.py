"""What is read of a club's table for the ledger's audit comes to what is in play there, at every commit."""

import pytest

from console.reading.club_tables import ClubTable, take
from riverrun.contracts.events.dealing import DealtIn
from riverrun.contracts.table_events import BuyInRefused, HandEnded, HandSealed, HandStarted, RakeTaken
from riverrun.holdem.audit import ChipAudit
from scripts.record_golden_events import example_of
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.pairing import TableSide, at_the_cut
from services.club.tables.money import TableMoney
from services.table.codec import codec
from tests.support.live_table import TABLE
from tests.support.stored_life import lived


def unread() -> ClubTable:
    return ClubTable("c-rhine", TableSide(TABLE), TableMoney(TABLE))


@pytest.mark.parametrize("seed", [5, 6])
def test_at_every_commit_what_came_over_the_edge_is_in_play(seed: int) -> None:
    read, counted = unread(), ChipAudit()
    for seq, commit in enumerate(lived(seed), 1):
        for version, event in enumerate(codec.decode_all(commit), commit.first_version):
            assert counted.follow(version, event) is None
            take(read, seq, version, event)
        read.side.in_play = counted.totals.in_play
        # A ledger that has nothing yet: all is on the way.
        assert at_the_cut(LedgerAudit(), read.side) is None


def test_rake_is_held_from_the_pot_to_the_end_of_the_hand() -> None:
    read = unread()
    dealt = (DealtIn(1, "ann", 500), DealtIn(2, "bob", 500))
    raked = example_of(RakeTaken)
    assert isinstance(raked, RakeTaken)
    take(read, 1, 1, HandStarted(7, 1, 1, 2, dealt, b"", b"", "key"))
    take(read, 2, 2, raked)
    assert read.side.rake_held == raked.amount > 0
    take(read, 3, 3, HandEnded("showdown", ((1, 510), (2, 480)), 1, 2))
    assert read.side.rake_held == 0
    take(read, 4, 4, example_of(HandSealed))
    assert list(read.side.moves) == [f"{TABLE}.rake.7"]


def test_a_refused_buy_in_is_kept_with_its_place() -> None:
    read = unread()
    take(read, 9, 1, BuyInRefused(f"{TABLE}.b1", 1, "not_enough_chips"))
    assert read.side.refused == {f"{TABLE}.b1": 9}
