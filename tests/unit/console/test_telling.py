"""Events in words: every public one has its line, and no secret one has any."""

import pytest

from console.telling.told import told
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    TOPICS,
    BuyInConfirmed,
    HandShown,
    LeaveQueued,
    PlayerSatDown,
    PlayerStoodUp,
    PotAwarded,
    RakeTaken,
    SitOutQueued,
    TableEvent,
    TableOpened,
    TopUpQueued,
)
from riverrun.holdem.evolve import evolve, replay
from riverrun.holdem.rank import rank
from riverrun.holdem.redact import PUBLIC, redact
from riverrun.holdem.state import Table
from riverrun.kernel.cards import cards
from services.table.codec import codec
from tests.support.script_lines import play
from tests.support.stored_life import lived

SHOWN_AND_NOT_TOLD = {
    # The start of a hand and whose turn it is are drawn, not told; the rest means nothing to people.
    "hand.started",
    "hand.turn_started",
    "hand.time_bank_stopped",
    "table.hosted",
    "table.time_bank_filled",
}


def table_with(*names: str) -> Table:
    events: list[TableEvent] = [TableOpened("s0-told1234", TableConfig(), "owner")]
    for seat, name in enumerate(names, start=1):
        events.append(PlayerSatDown(seat, f"p{seat}", name))
    table = replay(None, events)
    assert table is not None
    return table


def said(table: Table, event: TableEvent) -> str:
    return "\n".join(told(table, evolve(table, event), event))


def test_every_public_event_of_whole_lives_is_told_unless_it_is_drawn() -> None:
    names = {event: name for name, event in TOPICS.items()}
    for seed in (3, 4, 5):
        table: Table | None = None
        for commit in lived(seed):
            for event in codec.decode_all(commit):
                after = evolve(table, event)
                name = names[type(event)]
                public = redact(event, PUBLIC) is not None and name not in SHOWN_AND_NOT_TOLD
                assert not public or told(table, after, event) or name == "hand.betting_closed", name
                table = after


@pytest.mark.parametrize("event", [TopUpQueued(1, 500), SitOutQueued(1), LeaveQueued(1)])
def test_secret_wishes_have_no_line(event: TableEvent) -> None:
    assert said(table_with("Ada"), event) == ""


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    table = table_with("Ada", "Ada", "Bob")
    assert said(table, PlayerStoodUp(2, "p2", "t", 0)) == "Ada (2) leaves with 0"
    assert said(table, PlayerStoodUp(3, "p3", "t", 0)) == "Bob leaves with 0"


def test_a_name_cannot_steer_the_terminal() -> None:
    table = table_with("\x1b[31mAda\n")
    assert said(table, PlayerStoodUp(1, "p1", "t", 0)) == " [31mAda  leaves with 0"


def test_a_shown_hand_is_named() -> None:
    table = table_with("Ada")
    shown = HandShown(1, cards("AhKh"), (rank(cards("AhKhQhJhTh2c3d")),))
    assert told(table, table, shown) == ["Ada shows Ah Kh: Royal flush"]


def test_what_is_won_on_one_of_two_boards_is_told_with_the_board() -> None:
    hand = play("""
        Blinds 1/2
        Bomb pot 10 on two boards
        BTN 10 AhAd, BB 10 KsKd
        Flop 2c 7d 9h / 3c Kh 8d
        Turn Js / 5s
        River 4s / Tc
        Ended by showdown
    """)
    lines = [
        line
        for event in hand.played.happened(PotAwarded)
        for line in told(hand.played.table, hand.played.table, event)
    ]
    assert lines == [
        "player-1 wins 10 from the main pot on board 1",
        "player-2 wins 10 from the main pot on board 2",
    ]


def test_amounts_are_grouped_for_reading() -> None:
    table = table_with("Ada")
    assert told(table, table, BuyInConfirmed("t", 1, 1_234_567)) == ["Ada brings 1,234,567"]
    assert told(table, table, RakeTaken(1, 5_000)) == ["The club takes 5,000 from side pot 1"]
