"""The store's bench measures appends beside bare publishes, and prints for people and for machines."""

import json

import pytest

from console.bench import store
from console.bench.rows import BenchRow, print_rows


def test_appends_are_told_beside_bare_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "ROUNDS", 1)
    monkeypatch.setattr(store, "ROUND_S", 0.05)
    rows = store.rows()
    assert all(row.bench == "store" and row.value > 0 for row in rows)
    compared = [row for row in rows if row.ratio is not None]
    assert [row.unit for row in compared[:3]] == ["commits/s", "ms", "ms"]
    assert len(compared) * 2 == len(rows)


def test_machines_get_one_object_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows([BenchRow("b", "c", 1.5, "ms"), BenchRow("b", "d", 2, "ms", 0.75, "c")], as_json=True)
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"bench": "b", "case": "c", "value": 1.5, "unit": "ms"},
        {"bench": "b", "case": "d", "value": 2, "unit": "ms", "ratio": 0.75, "against": "c"},
    ]


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows([BenchRow("b", "shuffling", 12345.6, "us", 0.75, "peer")], as_json=False)
    told = capsys.readouterr().out
    assert "shuffling" in told
    assert "12,346" in told
    assert "0.75 x" in told
