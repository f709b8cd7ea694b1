"""The end of a table: announced, then, after the hand in progress, every stack goes home (R2.7)."""

from riverrun.contracts.table_events import PlayerStoodUp, TableClosed, TableClosing
from riverrun.holdem.state import Table
from services.table.decide.draft import Draft
from services.table.decide.seating import transfer_id
from services.table.rules.ending import why_closing


def announce_time(table: Table) -> Draft:
    """The hour has come: no hand follows the one in progress."""
    draft = Draft(table)
    draft.record(TableClosing("time"))
    return draft


def close(table: Table) -> Draft:
    """Between hands, with no chips under way: all stand up with what they have, and the table is closed."""
    reason = why_closing(table)
    assert reason is not None, "the table goes on"
    assert table.hand is None, "a hand is in progress"
    assert not table.transfers, "chips are under way"
    draft = Draft(table)
    for seat in table.seats:
        transfer = transfer_id(draft.table)
        draft.record(PlayerStoodUp(seat.seat, seat.player, transfer, seat.stack, "closed"))
    draft.record(TableClosed(reason))
    return draft
