"""Straddles: who may, who is asked, what others must match, and when the cards come (R3.14)."""

from typing import Any

import pytest

from console.cases.hand_results import forced_posts
from console.cases.played_table import PlayedTable
from riverrun.contracts.refusals import HandOver, NotAsked, NotSeated, StraddleNotAllowed
from riverrun.contracts.table_commands import AnswerStraddle, PreferStraddle
from riverrun.contracts.table_config import BadConfig, Clocks, TableConfig, checked
from riverrun.contracts.table_events import HoleCardsDealt, StraddleDeclined, StraddlePreference
from riverrun.holdem.state import Question, Straddling
from riverrun.kernel.cards import ALL_CARDS
from riverrun.kernel.chips import Chips
from services.table.decide import straddles
from services.table.decide.dealing import Extras, Post, Straddle
from services.table.decide.facts import Facts
from services.table.decide.next_step import next_step
from services.table.decide.owed import CloseQuestion
from services.table.rules.blinds import Lineup, clockwise_from

PROMPT_MS = 5_000
UTG, CUTOFF, BUTTON, SMALL, BIG = 3, 4, 5, 1, 2


def a_table(straddles_: int = 3, players: int = 5, stack: int = 1_000, **options: Any) -> PlayedTable:
    """Blinds 5 and 10 from seats 1 and 2, the button in the highest seat."""
    config = TableConfig(
        seats=9,
        small_blind=5,
        big_blind=10,
        min_buy_in=10,
        straddles=straddles_,
        clocks=Clocks(prompt_ms=PROMPT_MS),
        **options,
    )
    table = PlayedTable(config)
    for seat in range(1, players + 1):
        table.seat(seat, stack)
    return table


def deal(table: PlayedTable, *posts: Post, straddles: tuple[Straddle, ...] = (), bomb_pot: Chips = 0) -> None:
    seats = [seat.seat for seat in table.table.seats]
    button = max(seats)
    order = clockwise_from(button, seats)
    small, big = (button, order[0]) if len(order) == 2 else order[:2]
    table.deal(Lineup(button, small, small, big, order), Extras(posts, straddles, bomb_pot), ALL_CARDS)


def prefer(table: PlayedTable, **preferences: StraddlePreference) -> None:
    for seat in range(1, len(table.table.seats) + 1):
        table.order(seat, PreferStraddle(preferences.get(f"seat_{seat}", "never")))


def asked(table: PlayedTable) -> Question | None:
    return table.hand.question


def cards_are_dealt(table: PlayedTable) -> bool:
    return bool(table.happened(HoleCardsDealt))


def straddled(table: PlayedTable) -> list[tuple[int, int]]:
    return [(seat, amount) for seat, kind, amount in forced_posts(table.events) if kind == "straddle"]


# -- the question


def test_the_player_left_of_the_big_blind_is_asked_before_the_cards() -> None:
    table = a_table()
    deal(table)

    assert asked(table) == Question("straddle", (UTG,), 20, PROMPT_MS)
    assert isinstance(table.hand.phase, Straddling)
    assert not cards_are_dealt(table)


def test_who_straddles_acts_last_and_the_least_raise_is_to_twice_that() -> None:
    table = a_table(straddles_=1)
    deal(table)

    table.order(UTG, AnswerStraddle(1, agree=True))

    turn = table.turn
    assert turn is not None
    assert (turn.seat, turn.call_amount, turn.min_raise_to) == (CUTOFF, 20, 40)
    for seat in (CUTOFF, BUTTON, SMALL):
        table.act(seat, "fold", None)
    table.act(BIG, "call", None)
    assert table.turn is not None
    assert (table.turn.seat, table.turn.call_amount, table.turn.min_raise_to) == (UTG, 0, 40)


def test_after_the_flop_a_straddle_means_nothing() -> None:
    table = a_table(straddles_=1)
    deal(table)
    table.order(UTG, AnswerStraddle(1, agree=True))
    for seat in (CUTOFF, BUTTON, SMALL):
        table.act(seat, "fold", None)
    table.act(BIG, "call", None)
    table.act(UTG, "check", None)

    assert table.turn is not None
    assert (table.turn.seat, table.turn.min_raise_to) == (BIG, 10)


def test_the_next_player_is_asked_for_twice_the_straddle_up_to_the_tables_cap() -> None:
    table = a_table(straddles_=2)
    deal(table)
    table.order(UTG, AnswerStraddle(1, agree=True))

    assert asked(table) == Question("straddle", (CUTOFF,), 40, PROMPT_MS)
    table.order(CUTOFF, AnswerStraddle(1, agree=True))

    assert straddled(table) == [(UTG, 20), (CUTOFF, 40)]
    assert table.turn is not None
    assert (table.turn.seat, table.turn.min_raise_to) == (BUTTON, 80)


def test_the_chain_ends_at_the_button_and_blinds_never_straddle() -> None:
    table = a_table(straddles_=7)
    prefer(table, seat_1="always", seat_2="always", seat_3="always", seat_4="always", seat_5="always")
    deal(table)

    assert straddled(table) == [(UTG, 20), (CUTOFF, 40), (BUTTON, 80)]
    assert table.turn is not None
    assert table.turn.seat == SMALL


def test_a_no_ends_the_chain_and_the_cards_come() -> None:
    table = a_table()
    deal(table)

    table.order(UTG, AnswerStraddle(1, agree=False))

    assert asked(table) is None
    assert straddled(table) == []
    assert cards_are_dealt(table)
    assert table.turn is not None
    assert (table.turn.seat, table.turn.call_amount) == (UTG, 10)


def test_no_answer_is_a_no() -> None:
    table = a_table()
    deal(table)
    owed = next_step(table.table)
    assert owed is not None
    assert (owed.step, owed.due_ms) == (CloseQuestion(), PROMPT_MS)

    table.commit(straddles.time_out(table.table, Facts(PROMPT_MS, ALL_CARDS)))

    assert table.happened(StraddleDeclined) == [StraddleDeclined(UTG, "clock")]
    assert cards_are_dealt(table)


def test_who_leaves_while_he_is_asked_keeps_nobody_waiting_and_it_is_not_told_why() -> None:
    table = a_table()
    deal(table)
    table.stand_up(UTG)
    owed = next_step(table.table)
    assert owed is not None
    assert owed.due_ms == 0

    table.commit(straddles.time_out(table.table, Facts(1, ALL_CARDS)))

    assert table.happened(StraddleDeclined) == [StraddleDeclined(UTG, "player")]


@pytest.mark.parametrize("seat", [SMALL, BIG, CUTOFF])
def test_nobody_else_can_answer(seat: int) -> None:
    table = a_table()
    deal(table)

    with pytest.raises(NotAsked):
        table.order(seat, AnswerStraddle(1, agree=True))


def test_an_answer_to_another_hand_is_refused() -> None:
    table = a_table()
    deal(table)

    with pytest.raises(NotAsked):
        table.order(UTG, AnswerStraddle(2, agree=True))


def test_nobody_acts_while_a_player_is_asked() -> None:
    table = a_table()
    deal(table)

    with pytest.raises(HandOver):
        table.act(UTG, "fold", None)


# -- preferences


def test_always_posts_without_asking_and_never_is_passed_over() -> None:
    table = a_table()
    prefer(table, seat_3="always", seat_4="never")
    deal(table)

    assert straddled(table) == [(UTG, 20)]
    assert cards_are_dealt(table)


def test_the_chain_must_be_unbroken() -> None:
    table = a_table()
    prefer(table, seat_3="never", seat_4="always", seat_5="always")
    deal(table)

    assert straddled(table) == []


def test_a_preference_is_stored_once_and_only_for_who_is_seated() -> None:
    table = a_table()
    table.order(1, PreferStraddle("always"))
    before = len(table.events)

    table.order(1, PreferStraddle("always"))

    assert len(table.events) == before
    with pytest.raises(NotSeated):
        table.order(9, PreferStraddle("always"))


# -- who may not


def test_no_straddle_heads_up() -> None:
    table = a_table(players=2)
    prefer(table, seat_1="always", seat_2="always")
    deal(table)

    assert straddled(table) == []
    assert cards_are_dealt(table)


def test_a_straddle_must_be_covered_in_full_after_antes() -> None:
    table = a_table(stack=20, ante_mode="classic", ante=1)
    prefer(table, seat_3="always")
    deal(table)

    assert straddled(table) == []


def test_who_has_too_little_is_told_what_his_straddle_would_be() -> None:
    table = a_table(stack=19)

    with pytest.raises(StraddleNotAllowed) as refused:
        deal(table, straddles=(Straddle(UTG, 20),))

    assert refused.value.details == {"seat": UTG, "amount": 20}


def test_no_straddle_in_a_bomb_pot() -> None:
    table = a_table()

    with pytest.raises(StraddleNotAllowed):
        deal(table, straddles=(Straddle(UTG, 20),), bomb_pot=30)

    assert table.table.hand is None


def test_a_live_post_counts_towards_the_straddle() -> None:
    table = a_table(stack=25)
    prefer(table, seat_3="always")
    deal(table, Post(UTG, live=10, dead=5))

    assert straddled(table) == [(UTG, 10)]
    assert table.turn is not None
    assert (table.turn.seat, table.turn.call_amount) == (CUTOFF, 20)


def test_a_table_without_straddles_asks_nobody() -> None:
    table = a_table(straddles_=0)
    table.order(UTG, PreferStraddle("always"))
    deal(table)

    assert straddled(table) == []
    assert cards_are_dealt(table)


def test_a_table_has_at_most_as_many_straddles_as_it_has_players_without_blinds() -> None:
    assert checked(TableConfig(straddles=7)).straddles == 7
    for wrong in (-1, 8):
        with pytest.raises(BadConfig):
            checked(TableConfig(straddles=wrong))
