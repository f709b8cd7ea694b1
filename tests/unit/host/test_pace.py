"""How lively a table has been: its average pot, and hands an hour."""

from riverrun.contracts.table_events import HandEnded, HandVoided, PotAwarded, TableEvent
from services.table.host.pace import HANDS, LATE_MS, Pace

MINUTE_MS = 60_000


def hand(ended_ms: int, *pots: int, rake: int = 0) -> list[TableEvent]:
    awards = [PotAwarded(0, 1, pot - rake, rake=rake) for pot in pots]
    return [*awards, HandEnded("showdown", (), ended_ms, ended_ms)]


def test_a_table_without_hands_has_no_pace() -> None:
    pace = Pace()

    assert (pace.average_pot(0), pace.hands_an_hour(0)) == (0, 0)


def test_the_average_pot_counts_side_pots_and_what_was_raked() -> None:
    pace = Pace()
    pace.hear(hand(MINUTE_MS, 100, 50, rake=5))
    pace.hear(hand(2 * MINUTE_MS, 51))

    assert pace.average_pot(2 * MINUTE_MS) == 100


def test_hands_an_hour_are_those_of_the_last_ones() -> None:
    pace = Pace()
    for number in range(2 * HANDS):
        pace.hear(hand(number * MINUTE_MS // 2, 10))

    assert pace.hands_an_hour(HANDS * MINUTE_MS) == 120


def test_a_void_hand_is_none() -> None:
    pace = Pace()
    pace.hear([HandVoided(()), *hand(MINUTE_MS)])

    assert (pace.average_pot(MINUTE_MS), pace.hands_an_hour(MINUTE_MS)) == (0, 0)


def test_a_table_where_nobody_has_played_for_long_has_no_pace_any_more() -> None:
    pace = Pace()
    pace.hear([*hand(0, 10), *hand(MINUTE_MS, 10)])

    assert pace.hands_an_hour(MINUTE_MS) == 60
    assert (pace.average_pot(LATE_MS + MINUTE_MS), pace.hands_an_hour(LATE_MS + MINUTE_MS)) == (0, 0)
