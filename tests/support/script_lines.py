"""The lines of a script: what sets a hand up, what is played, and what must hold."""

from collections import Counter
from typing import Any

import pytest

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_config import RakeTerms
from riverrun.contracts.table_events import (
    BettingClosed,
    HandEnded,
    HandMucked,
    HandShown,
    HandsTurnedUp,
    PotAwarded,
    RakeTaken,
    UncalledBetReturned,
)
from riverrun.holdem.state import player_at, pot_of, seat_at
from riverrun.kernel.cards import cards
from services.table.decide.dealing import Post, Straddle
from tests.support.script import STREETS, Line, Script

WHO = "([A-Z][A-Z0-9+]*)"
N = r"([\d,]+)"
ACTIONS = {
    "folds": "fold",
    "checks": "check",
    "calls": "call",
    "bets": "bet",
    "raises to": "raise",
    "is all-in": "all_in",
    "times out": "timeout",
}
ACTION = f"{WHO} ({'|'.join(ACTIONS)})(?: {N})?"


def number(text: str) -> int:
    return int(text.replace(",", ""))


# -- setting up


def _blinds(hand: Script, small: str, big: str) -> None:
    hand.options |= {"small_blind": number(small), "big_blind": number(big)}


def _option(**options: Any) -> Any:
    def set_option(hand: Script) -> None:
        hand.options |= options

    return set_option


def _ante(hand: Script, amount: str) -> None:
    hand.options |= {"ante_mode": "classic", "ante": number(amount)}


def _big_blind_ante(hand: Script, amount: str) -> None:
    hand.options |= {"ante_mode": "bb_ante", "ante": number(amount)}


def _rake(hand: Script, percent: str, cap: str, always: str | None) -> None:
    most = number(cap)
    hand.options["rake"] = RakeTerms(100 * int(percent), most, most, most, no_flop_no_drop=not always)


def _drop(hand: Script, amount: str) -> None:
    hand.options["rake"] = RakeTerms(drop=number(amount))


def _seats(hand: Script, line: str) -> None:
    for one in line.split(", "):
        name, stack, *hole = one.split()
        hand.stacks[name] = number(stack)
        if hole:
            hand.holes[name] = cards("".join(hole))


def _straddles(hand: Script, name: str, amount: str) -> None:
    hand.straddles.append(Straddle(hand.seat(name), number(amount)))


def _posts(hand: Script, name: str, live: str | None, dead: str | None) -> None:
    hand.posts.append(Post(hand.seat(name), number(live or "0"), number(dead or "0")))


def _bomb_pot(hand: Script, ante: str, two: str | None) -> None:
    hand.bomb_pot = number(ante)
    hand.side_by_side = 2 if two else 1


def _run_it(hand: Script, times: str) -> None:
    hand.runs = {"twice": 2, "three times": 3}[times]


# -- playing


def _acts(hand: Script, name: str, action: str, amount: str | None) -> None:
    do = ACTIONS[action]
    if do == "call" and amount is not None:
        assert hand.played.turn is not None, "nobody is asked"
        assert hand.played.turn.call_amount == number(amount), hand.played.turn
        amount = None
    hand.played.act(hand.seat(name), do, None if amount is None else number(amount))


def _refused(hand: Script, name: str, action: str, amount: str | None, code: str) -> None:
    before = hand.played.table
    with pytest.raises(Refusal) as refused:
        _acts(hand, name, action, amount)
    assert refused.value.code == code, refused.value.code
    assert hand.played.table is before, "a refusal changes nothing"


def _street(hand: Script, street: str, dealt: str) -> None:
    if hand.played.turn is None:
        hand.played.play_out()
    size = STREETS.index(street) + 3
    for board, shown in zip(hand.played.hand.boards, dealt.split("/"), strict=True):
        first = 0 if size == 3 else size - 1
        assert board[first:size] == cards(shown), board


# -- what must hold


def _is_to_act(hand: Script, name: str) -> None:
    turn = hand.played.turn
    assert turn is not None, "nobody is to act"
    assert hand.name(turn.seat) == name, hand.name(turn.seat)


def _may(hand: Script, name: str, owed: str | None, low: str | None, high: str | None) -> None:
    _is_to_act(hand, name)
    turn = hand.played.turn
    assert turn is not None
    least = number(low) if low else 0
    most = number(high) if high else least
    expected = (number(owed) if owed else 0, least, most)
    assert (turn.call_amount, turn.min_raise_to, turn.max_raise_to) == expected, turn


def _pot(hand: Script, amount: str) -> None:
    assert pot_of(hand.played.hand) == number(amount), pot_of(hand.played.hand)


def _pot_of(hand: Script, kind: str, amount: str, names: str) -> None:
    pots = hand.over.happened(BettingClosed)[0].pots
    assert (kind == "Main") == (hand.pots_told == 0), "the main pot is told first"
    pot = pots[hand.pots_told]
    hand.pots_told += 1
    assert (pot.amount, [hand.name(seat) for seat in pot.contenders]) == (number(amount), names.split()), pots


def _no_more_pots(hand: Script) -> None:
    pots = hand.over.happened(BettingClosed)[0].pots
    assert len(pots) == hand.pots_told, pots


def _gets_back(hand: Script, name: str, amount: str) -> None:
    returned = [(hand.name(event.seat), event.amount) for event in hand.over.happened(UncalledBetReturned)]
    assert returned == [(name, number(amount))], returned


def _nothing_goes_back(hand: Script) -> None:
    assert hand.over.happened(UncalledBetReturned) == []


def _wins(hand: Script, name: str, amount: str) -> None:
    won: Counter[str] = Counter()
    for event in hand.over.happened(PotAwarded):
        won[hand.name(event.seat)] += event.amount
    assert won[name] == number(amount), won


def _wins_on_board(hand: Script, name: str, amount: str, board: str) -> None:
    won = [
        event.amount
        for event in hand.over.happened(PotAwarded)
        if hand.name(event.seat) == name and event.board == int(board) - 1
    ]
    assert sum(won) == number(amount), won


def _has(hand: Script, name: str, amount: str) -> None:
    table = hand.played.table
    seat, player = seat_at(table, hand.seat(name)), player_at(hand.played.hand, hand.seat(name))
    assert seat is not None
    stack = seat.stack + (0 if player is None else player.stack)
    assert stack == number(amount), stack


def _rake_taken(hand: Script, amount: str) -> None:
    taken = [event.amount for event in hand.over.happened(RakeTaken)]
    assert sum(taken) == number(amount), taken


def _showdown(hand: Script, told: str) -> None:
    """In order: `BTN shows, SB mucks`."""
    happened = [
        f"{hand.name(event.seat)} {'shows' if isinstance(event, HandShown) else 'mucks'}"
        for event in hand.over.events
        if isinstance(event, HandShown | HandMucked)
    ]
    assert happened == told.split(", "), happened


def _turned_up(hand: Script, names: str) -> None:
    (turned_up,) = hand.played.happened(HandsTurnedUp)
    assert [hand.name(seat) for seat, _ in turned_up.hands] == names.split(), turned_up


def _nobody_shows(hand: Script) -> None:
    shown = [event for event in hand.over.events if isinstance(event, HandShown | HandMucked | HandsTurnedUp)]
    assert shown == []


def _ended_by(hand: Script, how: str) -> None:
    (ended,) = hand.over.happened(HandEnded)
    assert ended.ended_by == how, ended


SHOWN = f"{WHO[1:-1]} (?:shows|mucks)"
LINES: list[Line] = [
    (f"Blinds {N}/{N}", _blinds),
    (f"Ante {N}", _ante),
    (f"Big blind ante {N}", _big_blind_ante),
    (f"Bomb pot {N}( on two boards)?", _bomb_pot),
    ("Strict reopening", _option(short_allin_reopen="strict")),
    ("Burn cards", _option(burn_cards=True)),
    (rf"Rake (\d+)% up to {N}(, also without a flop)?", _rake),
    (f"Drop {N}", _drop),
    ("Run it (twice|three times)", _run_it),
    (rf"({WHO[1:-1]} [\d,]+[^,]*(?:, {WHO[1:-1]} [\d,]+[^,]*)+)", _seats),
    (f"{WHO} straddles {N}", _straddles),
    (f"{WHO} posts {N}(?: and {N} dead)?", _posts),
    (f"{WHO} posts()? {N} dead", _posts),
    (ACTION, _acts),
    (f"Refused {ACTION}: (.*)", _refused),
    (f"({'|'.join(STREETS)}) (.*)", _street),
    (f"{WHO} is to act", _is_to_act),
    (f"{WHO} may (?:check|call {N})(?: or (?:bet|raise to) {N}(?:-{N})?)?", _may),
    (f"Pot {N}", _pot),
    (f"(Main|Side) pot {N}: (.*)", _pot_of),
    ("No other pot", _no_more_pots),
    (f"{WHO} gets back {N}", _gets_back),
    ("Nothing goes back", _nothing_goes_back),
    (f"{WHO} wins {N}", _wins),
    (rf"{WHO} wins {N} on board (\d)", _wins_on_board),
    (f"{WHO} has {N}", _has),
    (f"{N} of rake", _rake_taken),
    (f"({SHOWN}(?:, {SHOWN})*)", _showdown),
    ("Turned up: (.*)", _turned_up),
    ("Nobody shows", _nobody_shows),
    ("Ended by (fold|showdown)", _ended_by),
]


def play(text: str) -> Script:
    """Play a whole script; all that it asserts is asserted on the way."""
    hand = Script(LINES)
    hand.read(text)
    return hand
