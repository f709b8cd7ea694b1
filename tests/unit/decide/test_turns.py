"""An action names the turn it answers, and only its own player may give it (R4.9)."""

import pytest

from console.cases.played_table import PlayedTable
from riverrun.contracts import refusals
from riverrun.contracts.table_commands import Action, AllIn, Bet, Call, Check, Fold, RaiseTo
from riverrun.contracts.table_config import TableConfig
from services.table.decide.commands import decide
from services.table.decide.facts import Facts


def table() -> PlayedTable:
    played = PlayedTable(TableConfig(seats=6, small_blind=50, big_blind=100))
    for seat in (1, 2, 3):
        played.seat(seat, 10_000)
    played.deal_next()
    return played


@pytest.mark.parametrize(("hand", "turn"), [(0, 1), (2, 1), (1, 0), (1, 2)])
def test_an_answer_to_another_turn_or_hand_is_stale_whatever_it_says(hand: int, turn: int) -> None:
    played = table()
    asked = played.turn
    assert asked is not None
    player = played.hand.players[asked.at].player
    answers: list[Action] = [Fold(hand, turn), Check(hand, turn), Call(hand, turn), AllIn(hand, turn)]

    for answer in [*answers, Bet(hand, turn, 200), RaiseTo(hand, turn, 200)]:
        with pytest.raises(refusals.StaleTurn) as refused:
            decide(played.table, player, "", answer, Facts(0))
        assert refused.value.details == {"hand": 1, "turn": 1}


def test_an_action_given_twice_is_applied_once() -> None:
    played = table()
    asked = played.turn
    assert asked is not None
    player = played.hand.players[asked.at].player
    after = decide(played.table, player, "", Call(1, 1), Facts(0)).table

    with pytest.raises(refusals.NotYourTurn):
        decide(after, player, "", Call(1, 1), Facts(0))


def test_a_stranger_answers_nobody_s_turn() -> None:
    with pytest.raises(refusals.NotYourTurn):
        decide(table().table, "stranger", "", Fold(1, 1), Facts(0))


def test_between_hands_no_action_is_open() -> None:
    played = PlayedTable(TableConfig())

    with pytest.raises(refusals.HandOver) as refused:
        decide(played.table, "anybody", "", Fold(0, 0), Facts(0))
    assert refused.value.details == {"hand": 0}


def test_a_refused_action_leaves_the_turn_open() -> None:
    played = table()
    asked = played.turn
    assert asked is not None
    with pytest.raises(refusals.CannotCheck) as refused:
        played.act(asked.seat, "check", None)

    assert refused.value.details == {"call_amount": 100}
    assert played.turn == asked


@pytest.mark.parametrize(
    ("to", "refusal", "details"),
    [
        (199, refusals.BelowMinimum, {"min_raise_to": 200}),
        (-10, refusals.BelowMinimum, {"min_raise_to": 200}),
        (10_001, refusals.AboveStack, {"max_raise_to": 10_000}),
        (10**15, refusals.AboveStack, {"max_raise_to": 10_000}),
    ],
)
def test_a_refusal_tells_the_bound_that_was_missed(
    to: int, refusal: type[refusals.Refusal], details: dict[str, int]
) -> None:
    played = table()
    asked = played.turn
    assert asked is not None

    with pytest.raises(refusal) as refused:
        played.act(asked.seat, "raise", to)
    assert refused.value.details == details


def test_the_turns_of_a_hand_are_numbered_from_1() -> None:
    played = table()
    numbers = []
    while (turn := played.turn) is not None:
        numbers.append(turn.turn)
        played.act(turn.seat, "call" if turn.call_amount else "check", None)

    assert numbers == list(range(1, 13))
