"""`bench deal` measures what it says it measures."""

import pytest

from console.bench import deal


def test_it_measures_each_part_and_the_whole_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal, "HANDS", 3)
    monkeypatch.setattr(deal, "ROUNDS", 2)

    rows = deal.rows()

    assert [row.case for row in rows] == [
        "shuffle",
        "commit: 52 salts, leaves, root",
        "seal for the log",
        "whole hand: draw, shuffle, commit, seal",
        "whole hand, median round",
        "open again after a take-over",
        "archive for six players",
    ]
    assert {(row.bench, row.unit) for row in rows} == {("deal", "us")}
    assert all(row.value > 0 for row in rows)
    whole = rows[3]
    assert whole.against == "a budget of 250 us"
    assert whole.ratio == pytest.approx(whole.value / 250, abs=0.01)
