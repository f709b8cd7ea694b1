"""A new process finds the old seats by the tokens that the old one kept."""

import stat
from pathlib import Path

from services.bots.roster import Entry, Roster


def test_a_new_process_knows_what_the_old_one_kept(tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    Roster(str(path)).keep("Eniac", Entry("token", "s0-a"))

    assert Roster(str(path)).of("Eniac") == Entry("token", "s0-a")


def test_tokens_are_nobody_elses_to_read(tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    Roster(str(path)).keep("Eniac", Entry("token"))

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_broken_file_counts_as_empty(tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    path.write_text("{not json")

    assert Roster(str(path)).of("Eniac") == Entry("")


def test_without_a_file_it_is_kept_in_memory(tmp_path: Path) -> None:
    roster = Roster("")
    roster.keep("Eniac", Entry("token"))

    assert roster.of("Eniac") == Entry("token")
    assert list(tmp_path.iterdir()) == []
