"""Whatever people, owner, operators, clocks and crashes do to a table, it stays sound at every event."""

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.property.table_machine import TableMachine


def test_a_table_stays_sound_whatever_happens_to_it() -> None:
    run_state_machine_as_test(TableMachine, settings=settings(max_examples=25, stateful_step_count=30))
    assert TableMachine.events > 1_000
