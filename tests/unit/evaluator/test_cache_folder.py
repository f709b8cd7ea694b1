"""What takes seconds to make is kept, told from damage, and given up where nothing can be kept."""

import os
import time
from pathlib import Path

import numpy as np
import pytest

from services.evaluator.cache_folder import UNUSED_S, CacheFolder, fingerprint, open_cache

SQUARES = np.arange(10) ** 2


def test_what_was_kept_is_there_at_the_next_start(tmp_path: Path) -> None:
    CacheFolder(tmp_path).keep("squares", SQUARES)

    found = CacheFolder(tmp_path).load("squares")

    assert found is not None
    assert found.tolist() == SQUARES.tolist()


def test_what_is_kept_is_built_once_and_nobody_changes_it(tmp_path: Path) -> None:
    built = []

    def build() -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        built.append(1)
        return SQUARES.copy()

    first, second = (CacheFolder(tmp_path).kept("squares", build) for _ in range(2))

    assert first.tolist() == second.tolist() == SQUARES.tolist()
    assert len(built) == 1
    with pytest.raises(ValueError, match="read-only"):
        second[0] = 1


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 300])
def test_a_damaged_file_counts_as_none(tmp_path: Path, damage: bytes) -> None:
    cache = CacheFolder(tmp_path)
    cache.keep("squares", SQUARES)
    (cache.path / "squares.npy").write_bytes(damage)

    assert cache.load("squares") is None
    assert cache.kept("squares", SQUARES.copy).tolist() == SQUARES.tolist()


def test_nobody_else_may_read_or_write_there(tmp_path: Path) -> None:
    cache = open_cache(str(tmp_path / "new"), "")

    assert cache.path.stat().st_mode & 0o777 == 0o700


def test_a_shipped_folder_fills_an_empty_one(tmp_path: Path) -> None:
    shipped = CacheFolder(tmp_path / "shipped")
    shipped.keep("squares", SQUARES)
    shipped.note_compiled()

    cache = open_cache(str(tmp_path / "mine"), str(tmp_path / "shipped"))

    found = cache.load("squares")
    assert found is not None
    assert found.tolist() == SQUARES.tolist()
    assert cache.compiled


def test_a_shipped_folder_of_other_code_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "shipped" / "0123456789abcdef").mkdir(parents=True)

    cache = open_cache(str(tmp_path / "mine"), str(tmp_path / "shipped"))

    assert [path.name for path in (tmp_path / "mine").iterdir()] == [fingerprint()]
    assert not cache.compiled


def test_where_nothing_can_be_kept_a_folder_is_used_that_is_lost(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    cache = open_cache(str(tmp_path / "file"), "")

    assert not cache.lasting
    cache.keep("squares", SQUARES)
    assert cache.load("squares") is not None


def test_what_other_code_kept_is_thrown_away_after_a_month_without_use(tmp_path: Path) -> None:
    for name, unused_s in (("old", UNUSED_S + 60), ("recent", 60)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - unused_s,) * 2)

    open_cache(str(tmp_path), "")

    assert {path.name for path in tmp_path.iterdir()} == {"recent", fingerprint()}
