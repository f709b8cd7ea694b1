"""Blinds as they lie in others' files: what our rules play comes in, the rest is refused by a code."""

import tomllib
from decimal import Decimal

import pytest

from console.phh_files.bad_phh import BadPhh
from console.phh_files.phh_hand import phh_hand
from console.phh_files.played_phh import played_phh
from services.history.hands.told_hand import ToldHand
from services.history.projection.context import Context
from tests.unit.history.test_flags_against_slow_figures import hands_in
from tests.unit.history.told import told_hand


def played(blinds: str, actions: str, *, players: int = 3, antes: str = "", more: str = "") -> ToldHand:
    """A hand of stacks of 200 and a least bet of 2. Raises `BadPhh`."""
    told = ", ".join(f"'{action}'" for action in actions.split(", "))
    text = f"""
variant = 'NT'
antes = {antes or [0] * players}
blinds_or_straddles = {blinds}
min_bet = 2
starting_stacks = {[200] * players}
actions = [{told}]
{more}
"""
    hand = played_phh(phh_hand(tomllib.loads(text, parse_float=Decimal)), "elsewhere", 7)
    ((followed, _),) = hands_in(hand.events, Context(hand.config))
    return told_hand(followed)


def posts(hand: ToldHand) -> list[tuple[str, int, int]]:
    kinds = ("ante", "bb_ante", "sb", "bb", "straddle", "post", "dead")
    return [(step.kind, step.seat, step.amount) for step in hand.steps_of(*kinds)]


def nets(hand: ToldHand) -> list[int]:
    return [player.net for player in hand.players]


def test_the_small_blind_on_the_button_of_three() -> None:
    # Heads-up a third one came in on the big blind: who had it has the button and the small blind.
    hand = played("[2, 0, 1]", "p2 cc, p3 f, p1 cbr 6, p2 f")

    assert posts(hand) == [("sb", 3, 1), ("bb", 1, 2)]
    assert (hand.button, nets(hand)) == (3, [3, -2, -1])


def test_a_small_blind_on_the_button_as_large_as_the_big_one() -> None:
    hand = played("[2, 0, -2]", "p2 cc, p3 cc, p1 cbr 6, p2 f, p3 f")

    assert posts(hand) == [("sb", 3, 2), ("bb", 1, 2)]
    assert nets(hand) == [4, -2, -2]


def test_nobody_sat_at_the_small_blinds_place() -> None:
    hand = played("[2, 0, 0]", "p2 cc, p3 cbr 6, p1 f, p2 f")

    assert posts(hand) == [("bb", 1, 2)]
    assert nets(hand) == [-2, -2, 4]


def test_a_player_at_the_small_blinds_place_owes_none() -> None:
    hand = played("[0, 2, 0]", "p3 f, p1 cbr 6, p2 f")

    assert posts(hand) == [("bb", 2, 2)]
    assert nets(hand) == [2, -2, 0]


def test_two_blinds_of_one_size() -> None:
    hand = played("[2, 2, 0]", "p3 cc, p1 cc, p2 cbr 6, p3 f, p1 f")

    assert (hand.small_blind, posts(hand)) == (2, [("sb", 1, 2), ("bb", 2, 2)])
    assert nets(hand) == [-2, 4, -2]


def test_an_ante_of_the_big_blind_alone_and_one_of_the_button() -> None:
    of_the_big_blind = played("[1, 2, 0]", "p3 f, p1 f", antes="[0, 2, 0]")
    of_the_button = played("[1, 2, 0]", "p3 f, p1 f", antes="[0, 0, 2]")

    assert posts(of_the_big_blind) == [("sb", 1, 1), ("bb", 2, 2), ("bb_ante", 2, 2)]
    assert ("dead", 3, 2) in posts(of_the_button)
    assert (nets(of_the_big_blind), nets(of_the_button)) == ([-1, 1, 0], [-1, 3, -2])


def test_straddles_left_of_the_big_blind_each_twice_what_came_before() -> None:
    hand = played("[1, 2, 4, 8, 0]", "p5 f, p1 f, p2 f, p3 f", players=5)

    assert posts(hand)[2:] == [("straddle", 3, 4), ("straddle", 4, 8)]
    assert nets(hand) == [-1, -2, -4, 7, 0]


@pytest.mark.parametrize("post", [2, -2])
def test_a_late_post_above_or_below_zero(post: int) -> None:
    hand = played(f"[1, 2, 0, {post}]", "p3 f, p4 cc, p1 f, p2 cbr 6, p4 f", players=4)

    assert posts(hand)[2:] == [("post", 4, 2)]
    assert nets(hand) == [-1, 3, 0, -2]


def test_antes_alone_where_the_flop_comes_first() -> None:
    hand = played("[0, 0, 0]", "d db AsKdQh, p1 cbr 4, p2 f, p3 f", antes="[5, 5, 5]")

    assert (hand.bomb_pot, nets(hand)) == (5, [10, -5, -5])


@pytest.mark.parametrize(("seats", "ours"), [("[0, 4, 9]", (1, 2, 3)), ("[8, 10, 2]", (2, 3, 1))])
def test_seats_of_a_table_of_ten_or_counted_from_nought_are_numbered_anew(
    seats: str, ours: tuple[int, ...]
) -> None:
    hand = played("[1, 2, 0]", "p3 f, p1 f", more=f"seats = {seats}")

    assert tuple(player.seat for player in hand.players) == ours


@pytest.mark.parametrize(
    ("blinds", "actions", "antes", "code"),
    [
        ("[1, 2, 0, 4]", "p3 f, p1 f, p2 f", "", "not_allowed"),  # a straddle on the button
        ("[1, 2, 5, 0]", "p4 f, p1 f, p2 f", "", "not_allowed"),  # a straddle of another size
        ("[4, 2, 0, 0]", "p3 f, p4 f, p1 f", "", "unknown_blinds"),
        ("[0, 0, 2, 0]", "p4 f, p1 f, p2 f", "", "unknown_blinds"),
        ("[1, -4, 0, -1]", "p3 cc, p4 cc, p1 cc, p2 f", "", "unknown_blinds"),  # a post above the big blind
        ("[0, 0, 0, 0]", "p1 cbr 4, p2 f, p3 f, p4 f", "[1, 1, 1, 1]", "unknown_blinds"),
        ("[0, 0, 0, 0]", "d db AsKdQh, p1 cc, p2 cc", "[1, 1, 5, 1]", "unknown_blinds"),
        ("[0, 0, 0, 0]", "p1 f, p2 f, p3 f", "", "unknown_blinds"),
    ],
)
def test_blinds_that_our_rules_do_not_know_are_refused(
    blinds: str, actions: str, antes: str, code: str
) -> None:
    with pytest.raises(BadPhh) as refused:
        played(blinds, actions, players=4, antes=antes)
    assert refused.value.code == code, str(refused.value)


def test_stacks_that_nobody_knows_are_refused() -> None:
    with pytest.raises(BadPhh) as refused:
        phh_hand(tomllib.loads("variant = 'NT'\nstarting_stacks = [inf, 200]", parse_float=Decimal))
    assert (refused.value.code, refused.value.key) == ("unknown_stack", "starting_stacks")
