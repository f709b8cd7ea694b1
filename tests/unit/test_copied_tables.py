"""Copies of played tables are tables of their own, of other players, with the very same hands."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.bench import copied_tables
from console.bench.copied_tables import CopiedTables, players_at, table_named
from riverrun.contracts.commits import Commit, decode_commit
from riverrun.contracts.subjects import commits_of
from services.history.projection.followed_tables import FollowedTables
from services.history.projection.hand_rows import Rows


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CopiedTables:
    monkeypatch.setattr(copied_tables, "ORIGINALS", 2)
    monkeypatch.setattr(copied_tables, "HANDS", 3)
    monkeypatch.setattr(copied_tables, "ANSWERED_AFTER", 40)
    return CopiedTables(tmp_path, "_INBOX.answers")


def published(part: bytes) -> Iterator[tuple[list[str], Commit]]:
    at = 0
    while at < len(part):
        end = part.index(b"\r\n", at)
        words = part[at:end].decode().split()
        stop = end + 2 + int(words[-1])
        yield words, decode_commit(part[end + 2 : stop])
        at = stop + 2


def rows_of(tables: CopiedTables, copy: int) -> Rows:
    followed, seq = FollowedTables(), 0
    for part in tables.copy(copy):
        for words, commit in published(part):
            seq += 1
            assert words[:2] == ["PUB", commits_of(commit.table)]
            followed.take(seq, commit)
    assert seq == tables.each.commits
    return followed.emptied()


def test_a_copy_has_the_same_hands_under_other_names(tables: CopiedTables) -> None:
    original, copy = rows_of(tables, 0), rows_of(tables, 3)

    assert {name: len(rows) for name, rows in original.items()} == {
        name: len(rows) for name, rows in copy.items()
    }
    assert len(copy["hands"]) == tables.each.hands == 2 * 3
    assert len(copy["actions"]) == tables.each.actions
    assert Counter(row[0] for row in copy["hands"]) == {table_named(3, 0): 3, table_named(3, 1): 3}
    assert {row[3] for row in copy["seats"]} == {*players_at(3, 0), *players_at(3, 1)}
    assert {row[3] for row in copy["seats"]}.isdisjoint(row[3] for row in original["seats"])


def test_the_last_of_each_part_asks_for_an_answer(tables: CopiedTables) -> None:
    parts = [[words for words, _ in published(part)] for part in tables.copy(1)]

    assert len(parts) > 2
    assert all(part[-1][2] == "_INBOX.answers" for part in parts)
    assert all(len(words) == 3 for part in parts for words in part[:-1])
