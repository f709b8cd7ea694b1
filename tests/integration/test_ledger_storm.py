"""The short form of `make chaos ARGS="--ledger …"`: chips on the move, and kill -9 of all that moves them."""

from pathlib import Path

import pytest

from tests.chaos.storm.run import IN_FLIGHT, KILLS, Storm

SEED = 7
OPERATIONS = 1_000


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_no_chip_is_lost_and_no_transfer_doubled_whatever_is_killed(tmp_path: Path) -> None:
    told = await Storm(tmp_path, servers=1, seed=SEED).blow(OPERATIONS, kills=2 * len(KILLS))

    assert told.wrong == []
    assert told.kills == dict.fromkeys(KILLS, 2)
    assert min(told.in_flight) >= IN_FLIGHT
    assert sum(told.came.values()) >= OPERATIONS
    assert told.audits_meanwhile > 0
    assert told.hands > 0
