"""Whoever comes and goes: the blinds go round fairly, and nobody slips in past them (R3.3 to R3.10)."""

import contextlib
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_config import ButtonMethod, NewPlayerEntry
from riverrun.holdem.state import seat_at
from services.table.rules.blinds import is_between
from tests.support.folding_table import BIG, SMALL, STACK, FoldingTable, Start

MOVES = ("join", "wait", "leave", "sit_out", "post", "return", "bust", "rebuy")
moves = st.tuples(st.sampled_from(MOVES), st.integers(1, 9))
lives = st.lists(st.lists(moves, max_size=3), min_size=10, max_size=40)
first_players = st.sets(st.integers(1, 9), min_size=2, max_size=7)


@dataclass(frozen=True)
class Played:
    """A hand, and what each seat owed before it."""

    start: Start
    owed: dict[int, str]


def live_through(table: FoldingTable, seats: set[int], life: list[list[tuple[str, int]]]) -> list[Played]:
    """Play hand after hand, with what happens before each; no hand where too few are left."""
    hands = [Played(table.begin(*sorted(seats)), {})]
    for happenings in life:
        for move, seat in happenings:
            with contextlib.suppress(Refusal):
                happen(table, move, seat)
        owed = {seat.seat: table.owed(seat.seat) for seat in table.table.seats}
        stopped = table.table.places is None
        if table.goes_on():
            start = table.next_hand()
            hands.append(Played(start if not stopped else restarted(start), owed))
    return hands


def restarted(start: Start) -> Start:
    return Start(start.button, start.small, start.big, start.dealt, start.posts, restarted=True)


def happen(table: FoldingTable, move: str, seat: int) -> None:
    taken = seat_at(table.table, seat)
    if move in ("join", "wait") and taken is None:
        table.seat(seat, STACK, posts=move == "join")
    elif taken is None:
        return
    elif move == "leave":
        table.stand_up(seat)
    elif move == "sit_out":
        table.sit_out(seat)
    elif move in ("post", "return"):
        table.come_back(seat, posts=move == "post")
    elif move == "bust" and taken.standing == "active":
        table.sit_out(seat)
        table.lose_everything(seat)
    elif move == "rebuy" and not taken.stack:
        table.top_up(seat, STACK)


def runs_of(hands: list[Played]) -> list[list[Played]]:
    """The hands cut where play started anew: there the button is drawn and nobody owes (R3.16)."""
    runs: list[list[Played]] = []
    for hand in hands:
        if hand.start.restarted or not runs:
            runs.append([])
        runs[-1].append(hand)
    return runs


@st.composite
def tables(draw: st.DrawFn, *buttons: ButtonMethod) -> FoldingTable:
    entries: tuple[NewPlayerEntry, ...] = ("wait", "post", "choice")
    return FoldingTable(
        button=draw(st.sampled_from(buttons)),
        dead_blinds=draw(st.booleans()),
        new_player_entry=draw(st.sampled_from(entries)),
    )


@settings(max_examples=80)
@given(tables("dead"), first_players, lives)
def test_between_two_big_blinds_of_one_player_every_other_posts_exactly_one(
    table: FoldingTable, seats: set[int], life: list[list[tuple[str, int]]]
) -> None:
    for run in runs_of(live_through(table, seats, life)):
        starts = [hand.start for hand in run]
        last: dict[int, int] = {}
        for number, start in enumerate(starts):
            assert start.big is not None
            if start.big in last:
                round_ = starts[last[start.big] : number + 1]
                always = set.intersection(*(set(one.dealt) for one in round_))
                if start.big in always:
                    for other in always - {start.big}:
                        assert [one.big for one in round_].count(other) == 1
            last[start.big] = number


@settings(max_examples=80)
@given(tables("dead", "moving"), first_players, lives)
def test_nobody_posts_the_big_blind_twice_in_a_row(
    table: FoldingTable, seats: set[int], life: list[list[tuple[str, int]]]
) -> None:
    for run in runs_of(live_through(table, seats, life)):
        for before, after in pairwise(run):
            assert before.start.big != after.start.big


@settings(max_examples=80)
@given(tables("dead", "moving"), first_players, lives)
def test_places_are_sound_and_nobody_comes_in_between_button_and_big_blind(
    table: FoldingTable, seats: set[int], life: list[list[tuple[str, int]]]
) -> None:
    for run in runs_of(live_through(table, seats, life)):
        for hand in run:
            start = hand.start
            assert len(start.dealt) >= 2
            assert start.big in start.dealt
            assert start.small is None or start.small in start.dealt
            assert start.big not in (start.small, start.button)
            assert (len(start.dealt) == 2) <= (start.button == start.small)
        for before, after in pairwise(run):
            start = after.start
            assert start.big is not None
            for seat in set(start.dealt) - set(before.start.dealt) - {start.big}:
                assert seat not in (start.button, start.small)
                assert not is_between(seat, start.button, start.big)


@settings(max_examples=80)
@given(tables("dead", "moving"), first_players, lives)
def test_nobody_who_owes_is_dealt_in_before_he_posts(
    table: FoldingTable, seats: set[int], life: list[list[tuple[str, int]]]
) -> None:
    for run in runs_of(live_through(table, seats, life)):
        for hand in run[1:]:
            for seat in hand.start.dealt:
                owed = hand.owed[seat]
                posted = hand.start.posted_by(seat)
                if seat == hand.start.big:
                    assert posted == [("bb", BIG)]
                elif owed:
                    assert table.table.config.dead_blinds
                    assert (("post", BIG) in posted) == ("big" in owed)
                    assert (("dead", SMALL) in posted) == ("small" in owed)
