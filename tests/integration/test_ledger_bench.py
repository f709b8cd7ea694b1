"""The ledger's bench measures transfers beside bare publishes under a fence."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from console.bench import balance_after_start, bench, ledger, long_account


def test_transfers_are_told_beside_bare_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "ROUNDS", 1)
    monkeypatch.setattr(ledger, "ROUND_S", 0.05)
    monkeypatch.setattr(ledger, "SYNC", {"fsync every 10 s": "10s"})
    rows = ledger.rows()
    assert all(row.bench == "ledger" and row.value > 0 for row in rows)
    compared = [row for row in rows if row.ratio is not None]
    assert [row.unit for row in compared] == ["transfers/s", "transfers/s"]
    assert len(compared) * 2 == len(rows)


@pytest.mark.slow
def test_the_first_look_at_a_long_account_is_told_after_a_start_and_after_a_kill(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(balance_after_start, "STARTS", 1)
    monkeypatch.setattr(long_account, "OTHERS", 10)
    rows = ledger.rows(entries=1_000, keep=tmp_path)
    assert (tmp_path / long_account.NOTE).exists()
    told = [row for row in rows if row.ratio is not None]
    assert [row.value > 0 for row in told] == [True, True]
    assert "after a start" in told[0].case
    assert "after kill -9" in told[1].case


def test_an_option_of_another_bench_is_wrong_usage() -> None:
    found = CliRunner().invoke(bench, ["engine", "--entries", "1000"])
    assert found.exit_code == 2
    assert "engine takes no --entries" in found.output
