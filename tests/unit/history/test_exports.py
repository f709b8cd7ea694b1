"""Exports say what happened: pokerkit reads PHH back to equal stacks; every chip is there and no secret."""

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import pytest
from msgspec.structs import replace

from console.cases.played_table import PlayedTable
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.cards import ALL_CARDS
from services.history.exports.open_hand_history import open_hand_history
from services.history.exports.phh import phh
from services.history.exports.phh_beyond import beyond
from services.history.exports.poker_stars import poker_stars
from services.history.hands.frames import frames
from services.history.hands.told_hand import ToldHand
from services.history.projection.context import Context
from services.table.decide.dealing import Extras, Post, Straddle
from services.table.rules.blinds import Lineup, clockwise_from, fresh_lineup
from tests.support.pluribus_hands import needs_pluribus, pluribus_hands
from tests.support.pokerkit_reading import stacks_as_written, stacks_of_pokerstars_text
from tests.support.random_hand import RandomHand
from tests.unit.history.test_flags_against_slow_figures import hands_in
from tests.unit.history.told import told_hand

CARD = re.compile(r"[2-9TJQKA][cdhs]")


@lru_cache
def random_hand(number: int, plain: bool) -> tuple[ToldHand, RandomHand]:
    hand = RandomHand(number, plain=plain).play()
    ((followed, _),) = hands_in(hand.played.events, Context(hand.played.table.config))
    return told_hand(followed), hand


def random_hands(count: int, *, plain: bool) -> Iterator[ToldHand]:
    for number in range(count):
        yield random_hand(number, plain)[0]


@needs_pluribus
def test_pokerkit_reads_real_hands_back_to_equal_stacks() -> None:
    compared = 0
    for played in pluribus_hands(every=100):
        ((followed, _),) = hands_in(played.events, Context(played.table.config))
        hand = told_hand(followed)
        if not beyond(hand):
            compared += 1
            assert stacks_as_written(hand) == [player.final_stack for player in hand.players], phh(hand)
    assert compared > 40


def test_pokerkit_reads_who_posts_and_straddles_on_top_of_it() -> None:
    # A newcomer's post was lost where he straddled as well: read back, others called too little.
    config = TableConfig(seats=9, small_blind=5, big_blind=10, min_buy_in=1)
    played = PlayedTable(config)
    for seat in (1, 2, 3, 4, 5):
        played.seat(seat, 1_000)
    lineup = fresh_lineup((1, 2, 3, 4, 5), 0)
    third, fourth = clockwise_from(lineup.big_blind, (1, 2, 3, 4, 5))[:2]
    straddles = (Straddle(third, 20), Straddle(fourth, 40))
    played.deal(lineup, Extras((Post(third, 10), Post(fourth, 10)), straddles), ALL_CARDS)
    while played.betting is not None and not played.hand.boards[0] and (turn := played.turn) is not None:
        played.act(turn.seat, "call" if turn.call_amount else "check", None)
    while (turn := played.turn) is not None:
        played.act(turn.seat, "fold", None)
    played.play_out()
    ((followed, _),) = hands_in(played.events, Context(config))
    hand = told_hand(followed)

    assert len(hand.steps_of("post", "straddle")) == 4
    assert stacks_as_written(hand) == [player.final_stack for player in hand.players], phh(hand)


def dealt(config: TableConfig, stacks: dict[int, int], lineup: Lineup) -> PlayedTable:
    played = PlayedTable(config)
    for seat, stack in stacks.items():
        played.seat(seat, stack)
    played.deal(lineup, Extras(), ALL_CARDS)
    return played


def over(played: PlayedTable) -> ToldHand:
    """The hand, checked and called to its end."""
    while (turn := played.turn) is not None:
        played.act(turn.seat, "call" if turn.call_amount else "check", None)
    played.play_out()
    ((followed, _),) = hands_in(played.events, Context(played.table.config))
    return told_hand(followed)


STAKES = TableConfig(seats=9, small_blind=5, big_blind=10, min_buy_in=1)


def test_who_enters_for_the_full_price_completes_a_big_blind_that_is_all_in_for_less() -> None:
    # pokerkit took the four chips that lay there for the price, and could not read the raises behind it.
    played = dealt(STAKES, {1: 500, 2: 4, 3: 500, 4: 500}, Lineup(4, 1, 1, 2, (1, 2, 3, 4)))
    played.act(3, "call", None)
    played.act(4, "raise", 20)
    hand = over(played)

    text = phh(hand)
    assert "'p3 cbr 10', 'p4 cbr 20', 'p1 cc', 'p3 cc'" in text
    assert ("min_bet = 5\n" in text, "_min_bet = 10\n" in text, beyond(hand)) == (True, True, [])
    assert stacks_as_written(hand) == [player.final_stack for player in hand.players]


@pytest.mark.parametrize("seats", [(1, 2), (1, 2, 3)])
def test_a_small_blind_on_the_button_as_large_as_the_big_one_is_not_taken_for_that(
    seats: tuple[int, ...],
) -> None:
    config = replace(STAKES, small_blind=10)
    button = seats[-1]
    hand = over(dealt(config, dict.fromkeys(seats, 100), Lineup(button, button, button, 1, seats)))

    assert stacks_as_written(hand) == [player.final_stack for player in hand.players], phh(hand)


def test_what_the_format_cannot_say_is_named_in_the_file() -> None:
    for number in range(40):
        hand = random_hand(number, False)[0]
        named = re.findall(r"'(\w+)'", "".join(re.findall(r"^_beyond = (.*)$", phh(hand), re.MULTILINE)))
        assert named == beyond(hand)
        assert ("rake" in named, "boards" in named) == (hand.rake > 0, len(hand.boards) > 1)


def test_a_raise_that_readers_would_not_allow_over_a_short_big_blind_is_named() -> None:
    # Measured from the five chips that lie there the first raise is of fifteen, and the second too small.
    played = dealt(STAKES, {1: 500, 2: 4, 3: 500, 4: 500}, Lineup(4, 1, 1, 2, (1, 2, 3, 4)))
    played.act(3, "raise", 20)
    played.act(4, "raise", 30)

    assert beyond(over(played)) == ["betting"]


def test_players_of_one_name_are_told_apart_by_their_seats() -> None:
    # Read back, one player sat in two seats; a text's lines did not say who folded.
    hand = random_hand(3, False)[0]
    first, second, *others = hand.players
    named = replace(hand, players=(replace(first, name="Ann"), replace(second, name="Ann"), *others))

    for text in (phh(named), poker_stars(named), open_hand_history(named)):
        assert f"Ann ({first.seat})" in text
        assert f"Ann ({second.seat})" in text
        assert f"{others[0].name} (" not in text.replace(f"{others[0].name} ({others[0].stack} in", "")


def test_hands_turned_up_and_shown_once_more_are_shown_once() -> None:
    compared = 0
    for hand in random_hands(60, plain=False):
        again = [step for step in hand.steps_of("turned_up") if hand.is_shown_again(step)]
        compared += len(again)
        told = msgspec.json.decode(open_hand_history(hand))["ohh"]["rounds"]
        shown = [
            one["player_id"] for part in told for one in part["actions"] if one["action"] == "Shows Cards"
        ]
        assert len(shown) == len(hand.steps_of("turned_up", "shown", "chosen")) - len(again)
        assert poker_stars(hand).count(": shows [") == len(shown)
    assert compared > 10


def test_frames_of_a_told_hand_end_with_its_stacks() -> None:
    for hand in random_hands(60, plain=False):
        *_, last = frames(hand)
        assert {one.seat: one.stack for one in last.seats} == {
            one.seat: one.final_stack for one in hand.players
        }
        assert last.pot == hand.rake


def test_open_hand_history_holds_every_chip() -> None:
    for hand in random_hands(60, plain=False):
        told = msgspec.json.decode(open_hand_history(hand))["ohh"]
        seats = {player["id"]: player["seat"] for player in told["players"]}
        put_in = dict.fromkeys(seats.values(), 0)
        for one in told["rounds"]:
            for action in one["actions"]:
                put_in[seats[action["player_id"]]] += action.get("amount", 0)
        for step in hand.steps_of("uncalled"):
            put_in[step.seat] -= step.amount
        won = dict.fromkeys(seats.values(), 0)
        for pot in told["pots"]:
            for win in pot["player_wins"]:
                won[seats[win["player_id"]]] += win["win_amount"]
        assert put_in == {player.seat: player.paid_in for player in hand.players}
        assert won == {player.seat: player.won for player in hand.players}


def test_a_pokerstars_text_reads_like_one() -> None:
    hand = random_hand(3, False)[0]

    text = poker_stars(hand)

    assert text.startswith("PokerStars Hand #")
    assert "*** HOLE CARDS ***" in text
    assert f"Total pot {hand.pot} | Rake {hand.rake}" in text
    for player in hand.players:
        assert f"Seat {player.seat}: {player.name} ({player.stack} in chips)" in text
    collected = re.findall(r"collected (\d+) from", text)
    assert sum(map(int, collected)) == hand.pot - hand.rake


def test_pokerkit_reads_a_pokerstars_text_back_to_equal_stacks() -> None:
    # A shown hand without its name in words was none for its reader, and nobody won the pot.
    compared = 0
    for hand in random_hands(80, plain=True):
        if beyond(hand) or hand.steps_of("ante", "bb_ante"):  # it passes over antes
            continue
        compared += 1
        stacks = [player.final_stack for player in hand.players]
        assert stacks_of_pokerstars_text(hand) == stacks, poker_stars(hand)
    assert compared > 20


@pytest.mark.parametrize("write", [phh, open_hand_history, poker_stars])
def test_no_export_holds_a_card_that_was_not_told(write: object) -> None:
    assert callable(write)
    for number in range(80):
        hand, _ = random_hand(number, False)
        public = {*hand.boards, *(player.shown for player in hand.players)}
        known = {card for text in public for card in CARD.findall(text)}
        assert set(CARD.findall(write(hand).replace("s0-told0001", ""))) <= known
