"""A table rolls to its next id between two hands: announced, carried out, and gone on with there."""

from riverrun.contracts import refusals
from riverrun.contracts.table_events import TableCarriedOn, TableOpened, TableRolled, TableRolling
from riverrun.holdem.evolve import evolve
from riverrun.holdem.evolve_rolling import carried_of
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import successor_of
from services.table.decide.draft import Draft


def announce(table: Table, reason: str) -> Draft:
    """The table rolls at the next hand boundary; nothing is recorded where that is known."""
    draft = Draft(table)
    if not table.rolling:
        draft.record(TableRolling(reason))
    return draft


def roll(table: Table) -> Draft:
    """Between hands, with no chips under way: this id is at its end."""
    assert table.hand is None, "a hand is in progress"
    assert not table.transfers, "chips are under way"
    draft = Draft(table)
    draft.record(TableRolled(successor_of(table.table), carried_of(table)))
    return draft


def successor(table: Table) -> Draft:
    """The next id of a table that has rolled, from its first event on."""
    rolled = table.rolled
    assert rolled is not None, "the table has not rolled"
    opened = TableOpened(rolled.successor, table.config, table.owner)
    draft = Draft(evolve(None, opened))
    draft.events.append(opened)
    draft.record(TableCarriedOn(table.table, rolled.carried))
    return draft


def refuse_rolled(table: Table) -> None:
    """Nothing is done any more under an id that has rolled. Raises `TableHasRolled`."""
    if table.rolled is not None:
        raise refusals.TableHasRolled(successor=table.rolled.successor)
