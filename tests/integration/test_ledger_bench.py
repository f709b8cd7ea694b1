"""The ledger's bench measures transfers beside bare publishes under a fence."""

import pytest

from console.bench import ledger


def test_transfers_are_told_beside_bare_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "ROUNDS", 1)
    monkeypatch.setattr(ledger, "ROUND_S", 0.05)
    monkeypatch.setattr(ledger, "SYNC", {"fsync every 10 s": "10s"})
    rows = ledger.rows()
    assert all(row.bench == "ledger" and row.value > 0 for row in rows)
    compared = [row for row in rows if row.ratio is not None]
    assert [row.unit for row in compared] == ["transfers/s", "transfers/s"]
    assert len(compared) * 2 == len(rows)
