"""A hand is told as a player would tell it."""

from typing import Any

import pytest
from msgspec.structs import replace

from console.table_screen.story import story
from riverrun.client import Update
from riverrun.contracts.views import TableView
from tests.unit.console.table_views import ANN, BOB, CY, a_hand, a_table


def told(event: dict[str, Any], after: TableView | None = None, before: TableView | None = None) -> str:
    after = after or a_table(a_hand())
    lines = story(before or after, Update("events", after, 0, (event,)))
    return " / ".join(line.plain for line in lines)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"type": "hand.started", "hand": 128, "button": 4}, "Hand 128, the button is at Cy"),
        (
            {"type": "hand.started", "hand": 128, "button": 4, "bomb_pot": 20, "boards": 2},
            "Hand 128, a bomb pot on two boards, the button is at Cy",
        ),
        (
            {"type": "hand.blind_posted", "seat": 1, "kind": "sb", "amount": 50},
            "Ann posts the small blind, 50",
        ),
        (
            {"type": "hand.blind_posted", "seat": 2, "kind": "bb", "amount": 100},
            "You post the big blind, 100",
        ),
        ({"type": "hand.ante_posted", "seat": 1, "amount": 10}, "Ann posts an ante of 10"),
        ({"type": "hand.hole_cards_dealt", "cards": "AhKd"}, "You are dealt Ah Kd"),
        ({"type": "hand.hole_cards_dealt", "cards": ""}, ""),
        ({"type": "hand.turn_started", "seat": 1}, ""),
        ({"type": "hand.folded", "seat": 1, "cause": "player"}, "Ann folds"),
        ({"type": "hand.folded", "seat": 2, "cause": "clock"}, "You fold: time ran out"),
        ({"type": "hand.checked", "seat": 1, "cause": "player"}, "Ann checks"),
        ({"type": "hand.called", "seat": 2, "amount": 200, "all_in": False}, "You call 200"),
        ({"type": "hand.called", "seat": 1, "amount": 200, "all_in": True}, "Ann calls 200, all-in"),
        ({"type": "hand.bet", "seat": 1, "to": 300, "all_in": False}, "Ann bets 300"),
        ({"type": "hand.raised", "seat": 1, "to": 1_300, "all_in": False}, "Ann raises to 1,300"),
        ({"type": "hand.raised", "seat": 2, "to": 9_900, "all_in": True}, "You raise to 9,900, all-in"),
        ({"type": "hand.board_dealt", "street": "flop", "cards": "Ah7d2c", "board": 0}, "Flop Ah 7d 2c"),
        (
            {"type": "hand.uncalled_bet_returned", "seat": 1, "amount": 50},
            "50 that nobody called go back to Ann",
        ),
        ({"type": "hand.betting_closed", "all_in": False, "pots": []}, ""),
        ({"type": "hand.mucked", "seat": 1}, "Ann mucks"),
        ({"type": "hand.ended", "ended_by": "fold"}, ""),
        (
            {"type": "hand.voided", "returned": [], "reason": "misdeal"},
            "The hand is void, all that was put in goes back: misdeal",
        ),
        ({"type": "table.draining", "reason": "an update"}, "No hand follows this one: an update"),
        (
            {"type": "table.suspended", "reason": "an update"},
            "The table stands still, and no clock runs: an update",
        ),
        ({"type": "table.resumed"}, "The table goes on"),
        ({"type": "hand.invented_later", "seat": 1}, ""),
        ({"type": "table.player_sat_out", "seat": 1, "reason": "asked"}, "Ann sits out"),
        ({"type": "table.player_sat_out", "seat": 2, "reason": "no_chips"}, "You have no chips left"),
        ({"type": "table.player_came_back", "seat": 1, "waits": False}, "Ann is back"),
        (
            {"type": "table.player_came_back", "seat": 2, "waits": True},
            "You are back, and wait for the big blind",
        ),
        ({"type": "table.buy_in_confirmed", "seat": 1, "amount": 5_000}, "Ann brings 5,000 to the table"),
        ({"type": "table.top_up_queued", "seat": 2, "amount": 500}, "500 will be added after this hand"),
    ],
)
def test_an_event_is_told(event: dict[str, Any], line: str) -> None:
    assert told(event) == line


def test_who_has_just_left_still_has_a_name() -> None:
    event = {"type": "table.player_stood_up", "seat": 1, "amount": 9_700, "reason": "asked"}

    assert told(event, a_table(seats=(BOB, CY)), before=a_table()) == "Ann leaves with 9,700"


def test_the_last_thing_told_to_who_leaves_is_what_he_takes_along() -> None:
    event = {"type": "table.player_stood_up", "seat": 2, "amount": 9_900, "reason": "asked"}

    assert told(event, a_table(seats=(ANN, CY), own=0), before=a_table()) == "You leave with 9,900"


def test_the_winner_is_told_with_what_won() -> None:
    shown = replace(ANN, cards="Ah7c")
    after = a_table(a_hand(phase="over", boards=("Ad7d2cKsQh",)), seats=(shown, BOB, CY))
    event = {"type": "hand.pot_awarded", "pot": 0, "seat": 1, "amount": 1_250, "board": 0}

    assert told(event, after) == "Ann wins 1,250 with two pair, aces and sevens"


def test_the_rabbit_is_told_with_its_cards_to_who_looked() -> None:
    after = a_table(a_hand(phase="over", boards=("Ad7d2cKs",)))
    event = {"type": "hand.rabbit_hunted", "seat": 2, "fee": 5, "cards": "Qh"}

    assert told(event, after) == "You look at what would have come for 5: Qh"
    assert told({**event, "seat": 1, "fee": 0, "cards": ""}, after) == "Ann looks at what would have come"


def test_the_rabbit_of_two_boards_is_told_board_by_board() -> None:
    after = a_table(a_hand(phase="over", boards=("Ad7d2c", "7s7h3c")))
    event = {"type": "hand.rabbit_hunted", "seat": 2, "fee": 0, "cards": "QhJhTsTd"}

    assert told(event, after) == "You look at what would have come: Qh Jh / Ts Td"


def test_with_two_boards_a_hand_is_named_on_each_and_won_on_one() -> None:
    shown = replace(ANN, cards="Ah7c")
    hand = a_hand(phase="over", boards=("Ad7d2cKsQh", "7s7h3c3dJh"))
    after = a_table(hand, seats=(shown, BOB, CY))
    won = {"type": "hand.pot_awarded", "pot": 0, "seat": 1, "amount": 625, "board": 1}
    shows = {"type": "hand.shown", "seat": 1, "cards": "Ah7c"}

    assert told(won, after) == "Ann wins 625 on board 2 with full house, sevens full of threes"
    assert told(shows, after) == (
        "Ann shows Ah 7c: two pair, aces and sevens / full house, sevens full of threes"
    )


def test_with_two_boards_who_wins_without_a_showdown_wins_both() -> None:
    after = a_table(a_hand(phase="over", boards=("Ad7d2c", "7s7h3c")))
    event = {"type": "hand.pot_awarded", "pot": 0, "seat": 1, "amount": 1_250, "board": 0}

    assert told(event, after) == "Ann wins 1,250"


def test_who_wins_without_a_showdown_wins_with_nothing_told() -> None:
    event = {"type": "hand.pot_awarded", "pot": 1, "seat": 1, "amount": 1_250, "board": 0}

    assert told(event) == "Ann wins 1,250 from side pot 1"


def test_two_players_of_one_name_are_told_apart_by_their_seats() -> None:
    seats = (ANN, BOB, replace(CY, name="Ann"))
    event = {"type": "hand.folded", "seat": 4, "cause": "player"}

    assert told(event, a_table(a_hand(), seats=seats)) == "Ann (4) folds"


def test_a_name_cannot_steer_the_terminal() -> None:
    seats = (replace(ANN, name="A\x1b[2Jnn"), BOB, CY)
    event = {"type": "hand.folded", "seat": 1, "cause": "player"}

    assert told(event, a_table(a_hand(), seats=seats)) == "A?[2Jnn folds"
