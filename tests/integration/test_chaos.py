"""The short form of `make chaos`: some faults of each kind under play, and the log read afterwards."""

import random
from pathlib import Path

import pytest

from tests.chaos.faults import FAULTS, dying_at
from tests.chaos.run import Run

SEED = 3


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("servers", "names"),
    [
        (1, ("kill-table", "pause-table", "stop-gateway", "kill-nats")),
        (3, ("kill-nats", "stop-nats", "cut-nats")),
    ],
    ids=["one server", "three servers"],
)
async def test_whatever_breaks_under_play_the_log_and_the_clients_agree(
    tmp_path: Path, servers: int, names: tuple[str, ...]
) -> None:
    faults = [FAULTS[name] for name in names]
    run = Run(tmp_path, servers, tables=16, seed=SEED)
    outcome = await run.play(iter([*faults, dying_at("unsettled", random.Random(SEED))]), minutes=8)

    assert outcome.wrong == []
    assert outcome.client_errors == []
    assert len(outcome.broken) == len(names) + 1
    assert outcome.notes["voided"] == outcome.notes["suspended"] == 0
