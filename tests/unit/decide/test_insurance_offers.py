"""When insurance is offered at the table, and to whom (R2.3, R9.1, R9.2, R9.9, R9.12)."""

from typing import Any

import pytest
from msgspec.structs import replace

from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_commands import (
    AnswerRunIt,
)
from riverrun.contracts.table_config import BadConfig, checked
from riverrun.contracts.table_events import (
    BoardDealt,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceRefused,
    InsuranceSettled,
    RunsAsked,
    UninsuredPot,
)
from riverrun.kernel.cards import cards
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from tests.support.insured_table import (
    ACES,
    BLANK,
    CONFIG,
    KINGS,
    QUEENS,
    InsuredTable,
    aces_and_kings,
    insured_table,
    play_out,
)

# -- when it is offered


async def test_after_an_all_in_before_the_flop_the_favourite_is_asked_on_the_flop() -> None:
    table = await aces_and_kings()
    assert table.hand.insurance is None

    await table.to_offer()

    assert len(table.hand.boards[0]) == 3
    assert table.hand.question is not None
    assert table.hand.question.seats == (table.seat_in(0),)
    assert (table.offer.street, table.offer.amount, table.offer.unseen) == ("flop", 1_000, 45)
    assert table.offer.outs == cards("KcKh")
    assert table.offer.full is not None
    assert table.offer.full.premium == 67


async def test_no_card_comes_while_he_thinks_and_no_answer_is_a_no() -> None:
    table = await aces_and_kings()
    await table.to_offer()

    await table.passes(9_999)
    assert len(table.hand.boards[0]) == 3
    await table.passes(1)

    assert table.of(InsuranceRefused) == [InsuranceRefused(0, table.seat_in(0), "flop", "clock")]
    assert table.hand.question is None
    await table.next_street()
    assert len(table.hand.boards[0]) == 4


async def test_who_refused_on_the_flop_is_asked_again_on_the_turn() -> None:
    table = await aces_and_kings()
    await table.to_offer()
    assert not (await table.refuses(0)).code

    await table.to_offer()

    assert table.offer.street == "turn"
    assert not (await table.buys(0, 1_000)).code
    await play_out(table)
    assert table.of(InsuranceSettled) == [InsuranceSettled(0, table.seat_of("p2").seat, 0, 67, 67)]


async def test_a_table_without_the_option_asks_nobody() -> None:
    table = await aces_and_kings(offered=False)

    for _ in range(3):
        await table.next_street()

    assert table.quotes.asked == []
    assert table.of(InsuranceOffered) == []


async def test_while_the_service_is_away_nothing_is_offered_and_the_hand_goes_on() -> None:
    table = await aces_and_kings()
    table.quotes.away = True

    for _ in range(5):
        await table.next_street()

    none = (UninsuredPot(0, "no_answer"),)
    assert table.of(InsuranceNotOffered) == [
        InsuranceNotOffered("flop", none),
        InsuranceNotOffered("turn", none),
    ]
    assert len(table.of(BoardDealt)) == 3
    assert table.hosted.table.insured == 0


async def test_a_pot_whose_best_hand_is_tied_has_no_offer() -> None:
    table = await insured_table("AhKd", "AsKc", board="2c7d9hJs4s")
    await table.all_in()

    await table.next_street()

    assert table.insurance.offers == ()
    assert table.of(InsuranceNotOffered) == [InsuranceNotOffered("flop", (UninsuredPot(0, "no_favourite"),))]


async def test_no_pause_is_lost_where_nothing_is_offered() -> None:
    table = await insured_table("AhKd", "AsKc", board="2c7d9hJs4s")
    await table.all_in()
    await table.next_street()

    await table.passes(999)
    assert len(table.hand.boards[0]) == 3
    await table.passes(1)
    assert len(table.hand.boards[0]) == 4


async def test_an_answer_to_something_else_is_no_offer() -> None:
    table = await aces_and_kings()
    table.quotes.instead = pb.QuoteResponse()

    await table.next_street()

    assert table.of(InsuranceNotOffered) == [InsuranceNotOffered("flop", (UninsuredPot(0, "no_answer"),))]
    assert not table.hosted.table.suspended


# -- on which terms


@pytest.mark.parametrize(
    "wrong",
    [
        {"margin_bps": 199},
        {"margin_bps": 701},
        {"limit_per_hand": -1},
        {"limit_in_all": -1},
        {"prompt_ms": 999},
        {"odds_table": (3_000,)},
        {"odds_table": (99,) * 14},
        {"odds_table": (100_001,) * 14},
    ],
)
def test_terms_out_of_bounds_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadConfig, match="insurance"):
        checked(replace(CONFIG, insurance=InsuranceOptions(**wrong)))


@pytest.mark.parametrize(
    ("terms", "paid", "per"),
    [
        ({}, 15, 1),
        ({"odds_table": (1_500, 925, *range(900, 780, -10))}, 37, 4),
        ({"odds_table": (9_000, 8_000, *range(900, 780, -10))}, 43, 2),  # never better than fair
        ({"policy": "fair_margin", "margin_bps": 500}, 1021, 50),  # 21.5 less 5 %, cut to 20.42
    ],
)
async def test_the_clubs_terms_make_the_odds(terms: dict[str, Any], paid: int, per: int) -> None:
    table = await aces_and_kings(**terms)

    await table.to_offer()

    assert (table.offer.prices[-1].paid, table.offer.prices[-1].per) == (paid, per)


# -- run it twice comes first


async def test_run_it_twice_is_asked_first_and_if_all_agree_there_is_no_insurance() -> None:
    table = await insured_table(ACES, KINGS, board=BLANK, config=replace(CONFIG, run_it=2))
    await table.all_in()
    assert len(table.of(RunsAsked)) == 1
    for player in ("p1", "p2"):
        assert not (await table.ask(player, AnswerRunIt(1, agree=True))).code

    for _ in range(4):
        await table.next_street()

    assert len(table.of(BoardDealt)) > 3
    assert table.quotes.asked == []


async def test_once_run_it_twice_is_refused_one_board_is_dealt_and_insured() -> None:
    table = await insured_table(ACES, KINGS, board=BLANK, config=replace(CONFIG, run_it=2))
    await table.all_in()
    assert not (await table.ask("p1", AnswerRunIt(1, agree=False))).code

    await table.to_offer()
    assert not (await table.buys(0, 500)).code

    assert len(table.hand.boards) == 1
    assert (await table.ask("p1", AnswerRunIt(1, agree=True))).code == "not_asked"


async def test_an_all_in_on_the_flop_is_asked_about_runs_and_then_about_insurance() -> None:
    table = await insured_table(ACES, KINGS, board=BLANK, config=replace(CONFIG, run_it=2))
    await table.acts()
    await table.acts()
    assert len(table.hand.boards[0]) == 3
    await table.all_in()
    assert table.asked == "runs"

    await table.passes(CONFIG.clocks.prompt_ms)

    assert table.asked == "insurance"
    assert len({commit.command for commit in table.log.commits}) == len(table.log.commits)


# -- several pots


async def three_way(board: str = "2c7d9hJs4s", **options: Any) -> InsuredTable:
    """The shortest stack has the aces, the others play on for a side pot that the kings lead."""
    table = await insured_table(ACES, QUEENS, KINGS, board=board, stacks=(900, 200, 600), **options)
    stacks = {player.player: player.stack + player.bet for player in table.hand.players}
    assert sorted(stacks.values()) == [200, 600, 900]
    await table.all_in()
    return table


async def test_each_pot_has_its_own_favourite_and_all_are_asked_at_once() -> None:
    table = await three_way()
    await table.to_offer()

    by_pot = {offer.pot: offer for offer in table.insurance.offers}
    assert {pot: offer.amount for pot, offer in by_pot.items()} == {0: 600, 1: 800}
    assert table.hand.question is not None
    assert table.hand.question.number == 2
    assert set(table.hand.question.seats) == {offer.seat for offer in by_pot.values()}


async def test_one_answer_leaves_the_other_pots_question_open() -> None:
    table = await three_way()
    await table.to_offer()
    first, second = table.insurance.offers
    place = table.hand.seats.index(first.seat)

    assert not (await table.buys(place, 100, pot=first.pot)).code
    assert table.hand.question is not None
    assert table.hand.question.seats == (second.seat,)
    assert table.insurance.offers == (second,)
    assert not (await table.refuses(table.hand.seats.index(second.seat), second.pot)).code
    assert table.hand.question is None


async def test_pots_are_settled_each_for_itself_from_the_last_to_the_main_pot() -> None:
    table = await three_way()
    await table.to_offer()
    for offer in table.insurance.offers:
        assert not (await table.buys(table.hand.seats.index(offer.seat), 100, pot=offer.pot)).code

    await play_out(table)

    assert [event.pot for event in table.of(InsuranceSettled)] == [1, 0]
