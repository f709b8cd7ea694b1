"""What can be covered, and who pays what in the end, whatever happens meanwhile (R9.5, R9.6, R9.7, R9.8)."""

from typing import Any

import pytest
from msgspec.structs import replace

from riverrun.contracts.operator_commands import VoidHand
from riverrun.contracts.table_commands import (
    BuyInsurance,
    PreferRunIt,
    RefuseInsurance,
    Squeeze,
    StandUp,
)
from riverrun.contracts.table_events import (
    InsuranceBought,
    InsuranceRefused,
    InsuranceSettled,
)
from riverrun.holdem.deadlines import open_deadline
from riverrun.holdem.state import Showdown, chips_due, chips_on
from riverrun.kernel.cards import cards
from services.table.decide.facts import Facts
from services.table.decide.operating import extend_clocks, order
from tests.support.insured_table import (
    ACES,
    BLANK,
    CONFIG,
    KING_ON_RIVER,
    KING_ON_TURN,
    KINGS,
    QUEENS,
    aces_and_kings,
    insured_table,
    play_out,
)

# -- what can be bought


async def test_a_hit_pays_the_coverage_and_the_loser_leaves_with_it() -> None:
    table = await aces_and_kings(KING_ON_RIVER)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    assert not (await table.buys(0, 1_000)).code

    await play_out(table)

    (settled,) = table.of(InsuranceSettled)
    assert settled == InsuranceSettled(0, 2, paid=1_000, due=0, taken=0)
    assert table.hosted.table.insured == -1_000
    assert [table.ended_with(seat) for seat in (1, 2)] == [1_000, 1_000]


async def test_break_even_leaves_the_loser_without_loss() -> None:
    table = await aces_and_kings(KING_ON_RIVER)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    even = table.offer.break_even
    assert even is not None
    assert not (await table.buys(0, even.coverage)).code

    await play_out(table)

    assert table.ended_with(2) == 500


@pytest.mark.parametrize(("board", "outcome"), [(KING_ON_RIVER, "hit"), (BLANK, "miss")])
async def test_equal_profit_leaves_the_same_in_any_case(board: str, outcome: str) -> None:
    table = await aces_and_kings(board)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    equal = table.offer.equal_profit
    assert equal is not None
    assert not (await table.buys(0, equal.coverage)).code

    await play_out(table)

    assert table.ended_with(2) == 937, outcome


async def test_outs_left_out_are_not_covered_and_the_others_sell_at_better_odds() -> None:
    table = await aces_and_kings(KING_ON_RIVER)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    assert not (await table.buys(0, 600, left_out="Kh")).code
    (bought,) = table.of(InsuranceBought)
    assert (bought.cover.outs, bought.cover.premium) == (cards("Kc"), 20)

    await play_out(table)

    assert table.of(InsuranceSettled) == [InsuranceSettled(0, 2, paid=0, due=20, taken=0)]


@pytest.mark.parametrize(
    ("coverage", "left_out", "code"),
    [(0, "", "cover_too_small"), (1_001, "", "cover_too_large"), (10, "2d", "cannot_leave_out"),
     (10, "KcKh", "cannot_leave_out"), (10, "zz", "cannot_leave_out")],
)  # fmt: skip
async def test_what_is_not_offered_is_refused_and_changes_nothing(
    coverage: int, left_out: str, code: str
) -> None:
    table = await aces_and_kings()
    await table.to_offer()
    before = table.insurance

    reply = await table.buys(0, coverage, left_out=left_out)

    assert reply.code == code
    if code != "cannot_leave_out":
        assert reply.details == {"least": 1, "most": 1_000}
    assert table.insurance == before


async def test_nobody_but_the_favourite_can_answer_and_he_only_once_and_on_his_street() -> None:
    table = await aces_and_kings()
    await table.to_offer()
    number = table.hand.hand

    assert (await table.buys(1, 100)).code == "not_asked"
    assert (await table.ask(table.player(0), BuyInsurance(number, "turn", 0, 100))).code == "not_asked"
    assert (await table.ask(table.player(0), BuyInsurance(number, "flop", 1, 100))).code == "not_asked"
    assert (await table.ask(table.player(0), RefuseInsurance(number + 1, "flop"))).code == "not_asked"
    assert not (await table.buys(0, 100)).code
    assert (await table.buys(0, 100)).code == "not_asked"


# -- owed premiums, limits, the way out


async def test_who_owes_from_the_flop_is_covered_on_the_turn_without_being_asked() -> None:
    table = await aces_and_kings(KING_ON_RIVER)
    await table.to_offer()
    assert not (await table.buys(0, 500)).code
    await table.to_offer()
    assert table.offer.least == 34
    assert (await table.buys(0, 33)).code == "cover_too_small"

    await table.passes(10_000)

    carried = table.of(InsuranceBought)[-1]
    assert carried.carried
    await play_out(table)
    # The king comes: the small cover pays the flop's premium, and nothing else is won or owed.
    assert table.of(InsuranceSettled) == [InsuranceSettled(0, 2, paid=34, due=34, taken=34)]
    assert table.hosted.table.insured == 0


async def test_a_club_without_carry_over_leaves_the_turn_to_him() -> None:
    table = await aces_and_kings(KING_ON_RIVER, carry=False)
    await table.to_offer()
    await table.buys(0, 500)
    await table.to_offer()
    assert table.offer.least == 0

    await play_out(table)

    assert table.of(InsuranceSettled) == [InsuranceSettled(0, 2, paid=0, due=34, taken=0)]


async def test_a_premium_may_be_kept_although_the_cover_pays() -> None:
    table = await aces_and_kings(KING_ON_TURN, premium_on_hit="kept")
    await table.to_offer()
    assert not (await table.buys(0, 1_000)).code

    await play_out(table)

    assert table.of(InsuranceSettled) == [InsuranceSettled(0, 2, paid=1_000, due=67, taken=67)]


@pytest.mark.parametrize(
    ("options", "most"), [({"limit_per_hand": 300}, 300), ({"limit_in_all": 120}, 120), ({}, 1_000)]
)
async def test_the_clubs_limits_cap_what_can_be_covered(options: dict[str, Any], most: int) -> None:
    table = await aces_and_kings(**options)
    await table.to_offer()

    assert table.offer.prices[-1].most == most
    assert table.offer.capped is (most < 1_000)
    assert (await table.buys(0, most + 1)).code == "cover_too_large"


async def test_what_the_club_lost_before_counts_for_its_limit_in_all() -> None:
    table = await aces_and_kings(KING_ON_TURN, limit_in_all=1_200)
    await table.to_offer()
    await table.buys(0, 1_000)
    await play_out(table)
    await table.settle()
    assert table.hosted.table.insured == -1_000

    await table.all_in()
    await table.to_offer()

    assert table.offer.prices[-1].most == 200


async def test_the_pot_is_insured_after_rake() -> None:
    config = replace(CONFIG, rake=replace(CONFIG.rake, bps=500, cap_two=20))
    table = await insured_table(ACES, KINGS, board=BLANK, config=config)
    await table.all_in()

    await table.to_offer()

    assert table.offer.amount == 980


async def test_who_is_on_his_way_out_is_not_waited_for() -> None:
    table = await aces_and_kings()
    assert not (await table.ask(table.player(0), StandUp())).code

    await table.next_street()

    assert table.hand.question is None
    assert table.of(InsuranceRefused) == [InsuranceRefused(0, table.seat_in(0), "flop", "absence")]


async def test_the_last_card_cannot_be_squeezed_while_somebody_is_asked() -> None:
    table = await aces_and_kings()
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()

    assert (await table.ask("p1", Squeeze(table.hand.hand))).code == "not_asked"
    await table.refuses(0)
    assert not (await table.ask("p1", Squeeze(table.hand.hand))).code
    assert isinstance(table.hand.phase, Showdown)


# -- what can go wrong


async def test_an_open_offer_survives_the_death_of_the_process() -> None:
    table = await aces_and_kings()
    await table.to_offer()
    before = table.hand

    table.restart()

    assert table.hand == before
    asked = len(table.quotes.asked)
    assert not (await table.buys(0, 400)).code
    await play_out(table)
    assert len(table.quotes.asked) == asked + 1, "the flop is not priced again"


async def test_an_outage_moves_the_time_of_an_offer() -> None:
    table = await aces_and_kings()
    await table.to_offer()
    until = open_deadline(table.hand)
    assert until is not None

    draft = extend_clocks(table.hosted.table, 4_000, Facts(table.clock.ms))

    assert open_deadline(draft.table.hand) == until + 4_000


async def test_a_void_hand_takes_covers_back_with_it() -> None:
    table = await aces_and_kings()
    await table.to_offer()
    await table.buys(0, 500)

    draft = order(table.hosted.table, VoidHand("a test"), Facts(table.clock.ms))

    assert draft.table.hand is not None
    assert draft.table.hand.insurance is None
    assert draft.table.insured == 0
    assert chips_on(draft.table) == chips_due(draft.table) == 1_000


async def test_preferences_that_refuse_runs_leave_insurance_untouched() -> None:
    table = await insured_table(ACES, KINGS, board=BLANK, config=replace(CONFIG, run_it=2))
    await table.ask("p1", PreferRunIt("never"))
    await table.all_in()

    await table.to_offer()

    assert table.offer.street == "flop"


async def test_the_service_is_told_the_open_hands_and_no_folded_card() -> None:
    table = await insured_table(ACES, QUEENS, KINGS, board=BLANK)
    await table.acts("fold")
    await table.all_in()

    await table.to_offer()

    (asked,) = table.quotes.asked
    assert {bytes(hand.cards) for hand in asked.hands} == {bytes(cards(ACES)), bytes(cards(QUEENS))}
    assert bytes(asked.board) == bytes(cards("2c7d9h"))
