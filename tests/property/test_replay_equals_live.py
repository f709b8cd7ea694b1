"""The log is the truth: what is rebuilt from it equals what is live, byte for byte."""

import asyncio
import random

import msgspec
import pytest

from riverrun.holdem.state import chips_due, chips_on
from services.table.codec import codec
from services.table.host.record import Record, fold
from tests.support.live_table import LiveTable
from tests.support.table_life import TableLife

HANDS_A_LIFE = 25


def _bytes(record: Record | None) -> bytes:
    return msgspec.msgpack.encode(record)


def _live_and_check(seed: int) -> int:
    """Live one life; compare replay with live after every commit, and from a snapshot plus its tail."""
    seen: dict[int, bytes] = {}

    def note(live: LiveTable) -> None:
        table = live.hosted.table
        assert chips_on(table) == chips_due(table)
        seen[len(live.log.commits)] = _bytes(live.hosted.record)

    life = TableLife(seed, note)
    asyncio.run(life.play(HANDS_A_LIFE))
    commits = life.live.log.commits
    rebuilt: list[bytes] = []
    record: Record | None = None
    for commit in commits:
        record = fold(record, commit, codec.decode_all(commit))
        rebuilt.append(_bytes(record))
    for count, live in seen.items():
        assert rebuilt[count - 1] == live, f"seed {seed}: after commit {count}"
    at = random.Random(seed).randrange(len(commits))
    record = msgspec.msgpack.decode(rebuilt[at], type=Record)
    for commit in commits[at + 1 :]:
        record = fold(record, commit, codec.decode_all(commit))
    assert _bytes(record) == rebuilt[-1], f"seed {seed}: from a snapshot after commit {at + 1}"
    return life.table.hand_number


@pytest.mark.parametrize("seed", range(20))
def test_a_table_rebuilt_from_its_log_equals_the_live_table_at_every_commit(seed: int) -> None:
    assert _live_and_check(seed) == HANDS_A_LIFE


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_ten_thousand_hands_rebuilt_from_the_log_equal_the_live_tables() -> None:
    hands = sum(_live_and_check(seed) for seed in range(1_000, 1_400))
    assert hands == 10_000


def test_versions_run_without_gaps_and_commits_never_go_back_in_time() -> None:
    life = TableLife(7)
    asyncio.run(life.play(40))
    version, at_ms = 0, 0
    for commit in life.live.log.commits:
        assert commit.first_version == version + 1
        assert commit.at_ms >= at_ms
        version, at_ms = commit.last_version, commit.at_ms
