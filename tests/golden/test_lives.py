"""Snapshots of earlier releases: this release must take them for what it would fold itself.

Where a test fails because folding was changed on purpose, raise `FOLD` and record lives for it: tables are
then read from their first commits after the update.
"""

import msgspec
import pytest

from riverrun.contracts.commits import decode_commit
from riverrun.contracts.table_events import TOPICS
from services.table.codec import codec
from services.table.host.record import FOLD, Record, fold
from tests.golden.record_lives import RecordedLife, recorded_lives

LIVES = recorded_lives()
WITHOUT_A_HOUSE = {
    "hand.equities_changed",
    "table.carried_on",
    "table.rolled",
    "table.rolling",
    "table.buy_in_refused",
    "table.hosted",
    "table.player_dismissed",
}
"""Events that no drawn life comes by: it has no evaluator, no bank and no processes."""

_decode = msgspec.msgpack.Decoder(Record).decode


def test_lives_are_recorded_for_this_fold() -> None:
    assert LIVES, f"fold {FOLD} is new: run `python -m tests.golden.record_lives`"


@pytest.mark.parametrize("life", LIVES, ids=range(len(LIVES)))
def test_a_snapshot_of_an_earlier_release_says_what_the_commits_say(life: RecordedLife) -> None:
    stored = {snapshot.commits: snapshot.state for snapshot in life.snapshots}
    record = None
    for number, data in enumerate(life.commits, 1):
        commit = decode_commit(data)
        record = fold(record, commit, codec.decode_all(commit))
        if number in stored:
            assert _decode(stored[number]) == record, f"after commit {number}"


def test_every_event_happens_in_the_recorded_lives() -> None:
    happened = {
        stored.topic for life in LIVES for data in life.commits for stored in decode_commit(data).events
    }

    assert TOPICS.keys() - happened == WITHOUT_A_HOUSE, "run `python -m tests.golden.record_lives` once more"
