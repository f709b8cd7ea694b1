"""Hands for Hypothesis: a table, its stacks and every action are drawn, so that a failing hand shrinks."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from console.cases.played_table import PlayedTable
from riverrun.contracts.table_config import AnteMode, RakeTerms, Reopening, TableConfig
from riverrun.holdem.state import Turn
from riverrun.kernel.cards import ALL_CARDS
from riverrun.kernel.chips import MAX_CHIPS
from services.table.decide.dealing import Extras, Post, Straddle
from services.table.rules.blinds import clockwise_from, fresh_lineup

SMALL, BIG = 2, 5
ANTE_MODES: tuple[AnteMode, ...] = ("none", "classic", "bb_ante")
REOPENINGS: tuple[Reopening, ...] = ("cumulative", "strict")


@st.composite
def configs(draw: st.DrawFn) -> TableConfig:
    """Any options that a hand's course depends on."""
    ante_mode = draw(st.sampled_from(ANTE_MODES))
    cap = draw(st.integers(0, 20))
    return TableConfig(
        seats=9,
        small_blind=draw(st.integers(1, BIG)),
        big_blind=BIG,
        min_buy_in=1,
        max_buy_in=MAX_CHIPS,
        ante_mode=ante_mode,
        ante=0 if ante_mode == "none" else draw(st.integers(1, BIG)),
        short_allin_reopen=draw(st.sampled_from(REOPENINGS)),
        burn_cards=draw(st.booleans()),
        rake=RakeTerms(draw(st.integers(0, 1_000)), cap, cap, cap, draw(st.booleans())),
    )


@st.composite
def dealt_hands(draw: st.DrawFn) -> PlayedTable:
    """A table whose hand has just been dealt, with short and long stacks, straddles, posts or a bomb pot."""
    played = PlayedTable(draw(configs()))
    seats = sorted(draw(st.sets(st.integers(1, 9), min_size=2, max_size=9)))
    stacks = st.one_of(st.integers(1, 4 * BIG), st.integers(1, 100 * BIG))
    held = {seat: draw(stacks) for seat in seats}
    for seat, stack in held.items():
        played.seat(seat, stack)
    lineup = fresh_lineup(seats, draw(st.integers(0, 8)))
    order = clockwise_from(lineup.big_blind, seats)[:-1]
    behind = [seat for seat in order if seat != lineup.small_blind]
    ante = played.table.config.ante
    straddles: list[Straddle] = []
    if len(seats) > 2 and draw(st.booleans()):
        for step, seat in enumerate(behind[:2], start=1):
            if held[seat] < BIG * 2**step + ante:
                break
            straddles.append(Straddle(seat, BIG * 2**step))
    posts = tuple(
        Post(seat, draw(st.sampled_from((0, BIG))), draw(st.sampled_from((0, SMALL))))
        for seat in behind[len(straddles) :]
        if draw(st.integers(0, 5)) == 0
    )
    bomb_pot = draw(st.sampled_from((0, 0, 0, BIG, 3 * BIG)))
    boards = draw(st.sampled_from((1, 2)))
    extras = Extras((), (), bomb_pot, boards) if bomb_pot else Extras(posts, tuple(straddles))
    deck = draw(st.permutations(ALL_CARDS))
    played.deal(lineup, extras, tuple(deck), draw(st.sampled_from((1, 1, 2, 3))))
    return played


def any_action(draw: Callable[..., Any], played: PlayedTable, turn: Turn) -> tuple[str, int | None]:
    """Anything that the turn offers, or a time-out."""
    betting = played.betting
    assert betting is not None
    kinds = ["call" if turn.call_amount else "check", "fold", "timeout", "all_in"]
    if turn.max_raise_to:
        kinds += ["raise" if betting.current_bet else "bet"] * 2
    elif turn.call_amount < played.hand.players[turn.at].stack:
        kinds.remove("all_in")
    kind = draw(st.sampled_from(kinds))
    if kind not in ("raise", "bet"):
        return kind, None
    return kind, draw(st.integers(turn.min_raise_to, turn.max_raise_to))
