"""What a table may sell below its club's limit, as the club's counter answers it."""

from types import SimpleNamespace
from typing import Any

import pytest

from services.club.clubs.refusals import UnknownClubTable
from services.club.counter.holding import Holding
from services.club.ledger.asked import LedgerAway
from services.club.ledger.exposure import HoldAsked
from tests.support.shared_log import SharedLog

CLUB, TABLE = "c1", "s0-rhine"


def desk(bound: int = 0) -> Any:
    """A club with one table, and `bound` as its limit for insurance."""
    ledgers = SharedLog().process()
    ledgers.open(CLUB, "play", 0)
    club = SimpleNamespace(id=CLUB, tables={TABLE: None}, limits=SimpleNamespace(insurance=bound))
    return SimpleNamespace(
        clubs=SimpleNamespace(show=lambda _club: club),
        ledger=lambda _club: ledgers.of(CLUB),
        clock=SimpleNamespace(now_ms=lambda: 0),
    )


def covers(at: Any, limit: int, table: str = TABLE, within_s: float = 60) -> int | None:
    """So much of 900 may be sold; None: without a limit."""
    return Holding(CLUB, HoldAsked(table, 1, 3, limit, 0, 900)).covers(at, within_s)


@pytest.mark.parametrize(
    ("bound", "limit", "sold"), [(0, 700, 700), (500, 700, 500), (800, 700, 700), (500, 0, 500), (0, 0, None)]
)
def test_the_lower_of_the_clubs_and_the_tables_limit_counts(bound: int, limit: int, sold: int | None) -> None:
    assert covers(desk(bound), limit) == sold


def test_a_table_that_is_not_the_clubs_has_nothing_held() -> None:
    with pytest.raises(UnknownClubTable):
        covers(desk(), 700, table="s0-foreign")


def test_nothing_is_held_once_the_table_waits_no_longer() -> None:
    at = desk()
    with pytest.raises(LedgerAway):
        covers(at, 700, within_s=-1)
    assert covers(at, 700) == 700
