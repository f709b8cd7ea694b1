"""Every event is found by its stored name, and changes the table by a function of its own."""

from typing import get_args

from riverrun.contracts.table_events import TOPICS, TableEvent, TableOpened
from riverrun.holdem import evolve

EVENTS = set(get_args(TableEvent))


def test_every_event_has_a_stored_name_and_every_name_an_event() -> None:
    assert set(TOPICS.values()) == EVENTS
    assert len(TOPICS) == len(EVENTS)


def test_every_event_has_a_function_that_changes_the_table() -> None:
    changing = {TableOpened, *evolve.CHANGES_OF_HAND, *evolve._evolvers}

    assert changing == EVENTS


def test_no_event_changes_the_table_twice() -> None:
    assert evolve.CHANGES_OF_HAND.keys() & evolve._evolvers.keys() == set()
