"""What holds for every hand, however it is played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.cases.played_table import PlayedTable
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_events import HandEnded, TableEvent
from riverrun.holdem.evolve import replay
from riverrun.holdem.state import Betting, Over, Turn, chips_on, pot_of
from services.table.codec import codec
from services.table.decide.next_step import next_step
from tests.support.drawn_hand import any_action, dealt_hands

MANY_TURNS = 500


def turns(played: PlayedTable, data: st.DataObject) -> list[Turn]:
    """Play the hand to its end; every turn there was."""
    asked = []
    while (turn := played.turn) is not None:
        asked.append(turn)
        action, to = any_action(data.draw, played, turn)
        played.act(turn.seat, action, to)
    played.play_out()
    return asked


@given(dealt_hands(), st.data())
def test_every_hand_ends_and_gives_all_chips_back_but_the_rake(
    played: PlayedTable, data: st.DataObject
) -> None:
    before = chips_on(played.table)
    asked = turns(played, data)

    assert len(asked) < MANY_TURNS
    assert isinstance(played.hand.phase, Over)
    assert len(played.happened(HandEnded)) == 1
    assert pot_of(played.hand) == 0
    assert sum(seat.stack for seat in played.table.seats) == before - played.table.raked
    assert all(seat.stack >= 0 for seat in played.table.seats)


@given(dealt_hands(), st.data())
def test_there_is_always_somebody_to_act_or_a_step_owed(played: PlayedTable, data: st.DataObject) -> None:
    while True:
        owed = next_step(played.table)
        phase = played.hand.phase
        assert owed is not None
        if isinstance(phase, Over):
            return
        turn = played.turn
        assert (turn is not None) == isinstance(phase, Betting)
        if turn is None:
            played.play_out()
        else:
            asked = played.hand.players[turn.at]
            assert asked.stack, "nobody without chips is asked"
            assert not asked.folded, "nobody who folded is asked"
            action, to = any_action(data.draw, played, turn)
            played.act(turn.seat, action, to)


@given(dealt_hands(), st.data())
def test_replay_of_the_stored_bytes_equals_the_live_table(played: PlayedTable, data: st.DataObject) -> None:
    start = PlayedTable(played.table.config).table
    turns(played, data)
    stored = [codec.encode(event) for event in played.events]
    read: list[TableEvent] = [codec.decode(event) for event in stored]

    assert replay(start, read) == played.table


def refused(played: PlayedTable, turn: Turn, action: str, to: int | None) -> None:
    before = played.table
    with pytest.raises(Refusal):
        played.act(turn.seat, action, to)
    assert played.table is before, f"{action} {to} was refused and changed something"


def accepted(played: PlayedTable, turn: Turn, action: str, to: int | None) -> None:
    """Try it on a table of its own."""
    other = PlayedTable(played.table.config)
    other.table, other.events = played.table, list(played.events)
    other.arrange(played._deck)
    other.act(turn.seat, action, to)
    assert other.table is not played.table


@given(dealt_hands(), st.data())
def test_exactly_the_offered_actions_are_accepted(played: PlayedTable, data: st.DataObject) -> None:
    while (turn := played.turn) is not None:
        betting = played.betting
        assert betting is not None
        fits, misfits = ("raise", "bet") if betting.current_bet else ("bet", "raise")
        accepted(played, turn, "fold", None)
        for action in ("call", "check"):
            offered = (action == "call") == (turn.call_amount > 0)
            (accepted if offered else refused)(played, turn, action, None)
        stack = played.hand.players[turn.at].stack
        low, high = turn.min_raise_to, turn.max_raise_to
        if high:
            assert betting.current_bet < low <= high
            for amount in {low, high, data.draw(st.integers(low, high))}:
                accepted(played, turn, fits, amount)
                refused(played, turn, misfits, amount)
            refused(played, turn, fits, low - 1)
            refused(played, turn, fits, high + 1)
        else:
            all_of_it = played.hand.players[turn.at].bet + stack
            for amount in (betting.current_bet, betting.current_bet + 1, all_of_it):
                refused(played, turn, fits, amount)
        all_in_fits = high > 0 or stack <= turn.call_amount
        (accepted if all_in_fits else refused)(played, turn, "all_in", None)
        for other in played.hand.players:
            if other.seat != turn.seat:
                refused_for(played, other.seat)
        action, to = any_action(data.draw, played, turn)
        played.act(turn.seat, action, to)


def refused_for(played: PlayedTable, seat: int) -> None:
    before = played.table
    for action in ("fold", "check", "call", "all_in"):
        with pytest.raises(Refusal):
            played.act(seat, action, None)
    assert played.table is before
