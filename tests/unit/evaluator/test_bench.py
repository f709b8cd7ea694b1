"""`bench evaluator` measures ours beside each of the four others, and the service as a process."""

import pytest

from console.bench import evaluator, evaluator_process
from console.bench.rows import BenchRow


def test_every_question_is_put_to_us_and_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator, "ROUNDS", 1)
    monkeypatch.setattr(evaluator, "SECONDS", 0.0)
    monkeypatch.setattr(evaluator, "HANDS", 10_000)
    monkeypatch.setattr(evaluator, "FEW_HANDS", 200)
    monkeypatch.setattr(evaluator, "SAMPLES", 2_000)
    monkeypatch.setattr(
        evaluator, "process_rows", lambda _python: [BenchRow("evaluator", "warm start", 1, "s")]
    )

    rows = evaluator.rows()

    assert all(row.bench == "evaluator" and row.value > 0 for row in rows)
    cases = {row.case for row in rows}
    for peer in ("pokerfast", "eval7", "phevaluator", "pokerkit"):
        assert f"seven random cards: {peer}" in cases
    compared = [row for row in rows if row.ratio is not None]
    assert {row.against for row in compared} <= cases
    assert all(": riverrun" in row.case for row in compared)


def test_a_service_that_does_not_start_is_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator_process, "STARTS", 1)

    with pytest.raises(ChildProcessError):
        evaluator_process.process_rows("/bin/false")
