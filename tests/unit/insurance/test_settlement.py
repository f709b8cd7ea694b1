"""What insurance settles at pay-out, with numbers worked out by hand (R9.8)."""

import msgspec
import pytest

from riverrun.contracts.table_events import Cover, InsuredTie
from riverrun.contracts.table_events import InsuranceSettled as Settlement
from riverrun.kernel.cards import Card, Cards, card, cards
from services.table.rules.insurance import paid_so_far, premiums_owed, settle_covers

FLOP, RIVER_HEART = "2h7hTc", "9h"
OUTS = cards("3h6h8h9hThJhQhKhAh")
BLANK_TURN, BLANK_RIVER = "Kd", "2c"


def flop_cover(coverage: int = 300, premium: int = 100, pot: int = 0, seat: int = 1) -> Cover:
    return Cover(pot, seat, "flop", coverage, premium, OUTS)


def turn_cover(coverage: int = 300, premium: int = 100, pot: int = 0, seat: int = 1) -> Cover:
    return Cover(pot, seat, "turn", coverage, premium, OUTS)


def board(turn: str, river: str) -> Cards:
    return cards(FLOP + turn + river)


def settled(*covers: Cover, turn: str, river: str, won: int, on_hit: str = "returned") -> Settlement:
    """One buyer's account for one pot."""
    (account,) = settle_covers(covers, board(turn, river), {(0, 1): won}, on_hit)  # type: ignore[arg-type]
    return account


def test_a_miss_costs_the_premium_alone() -> None:
    account = settled(turn_cover(), turn=BLANK_TURN, river=BLANK_RIVER, won=600)

    assert account == Settlement(pot=0, seat=1, paid=0, due=100, taken=100)
    assert account.to_club == 100


def test_a_hit_pays_the_coverage_and_costs_nothing() -> None:
    assert settled(turn_cover(), turn=BLANK_TURN, river=RIVER_HEART, won=0) == Settlement(0, 1, 300, 0, 0)


def test_a_hit_costs_the_premium_where_the_club_keeps_it() -> None:
    account = settled(turn_cover(), turn=BLANK_TURN, river=RIVER_HEART, won=0, on_hit="kept")

    assert account == Settlement(0, 1, 300, 100, 100)
    assert account.to_club == -200


def test_a_hit_on_the_flop_pays_though_the_river_wins_the_pot_back() -> None:
    account = settled(flop_cover(), turn="9h", river="Ts", won=600)

    assert account == Settlement(0, 1, 300, 0, 0)


def test_each_street_is_insured_against_its_own_card() -> None:
    # The heart comes on the turn: the flop's cover pays, and a heart on the river would not.
    assert settled(flop_cover(), turn=BLANK_TURN, river="9h", won=0) == Settlement(0, 1, 0, 100, 0)


def test_both_streets_bought_one_missed_one_hit() -> None:
    account = settled(flop_cover(), turn_cover(), turn=BLANK_TURN, river=RIVER_HEART, won=0)

    assert account == Settlement(0, 1, 300, 100, 100)  # the flop's premium is paid from the coverage
    assert account.to_club == -200


def test_both_streets_bought_and_missed_cost_both_premiums() -> None:
    account = settled(flop_cover(), turn_cover(), turn=BLANK_TURN, river=BLANK_RIVER, won=600)

    assert account == Settlement(0, 1, 0, 200, 200)


def test_what_the_pot_and_the_coverage_cannot_pay_is_not_owed() -> None:
    # Missed on the flop, nothing bought on the turn, lost on the river.
    assert settled(flop_cover(), turn=BLANK_TURN, river=RIVER_HEART, won=0) == Settlement(0, 1, 0, 100, 0)


def test_a_part_is_taken_where_not_all_can_be_paid() -> None:
    covers = (flop_cover(premium=100), turn_cover(coverage=60, premium=20))

    assert settled(*covers, turn=BLANK_TURN, river=RIVER_HEART, won=0) == Settlement(0, 1, 60, 100, 60)


def test_a_cover_for_what_he_owes_leaves_him_even() -> None:
    covers = (flop_cover(premium=100), turn_cover(coverage=100, premium=34))

    account = settled(*covers, turn=BLANK_TURN, river=RIVER_HEART, won=0)

    assert (account.taken, account.to_club) == (100, 0)


def test_a_kept_premium_on_two_streets_is_paid_from_the_coverage() -> None:
    covers = (flop_cover(premium=100), turn_cover(coverage=150, premium=50))

    account = settled(*covers, turn=BLANK_TURN, river=RIVER_HEART, won=0, on_hit="kept")

    assert account == Settlement(0, 1, 150, 150, 150)


def test_a_tie_costs_the_premium_and_pays_nothing() -> None:
    # Half of the pot is his; the card is no out.
    assert settled(turn_cover(), turn=BLANK_TURN, river="As", won=300) == Settlement(0, 1, 0, 100, 100)


def test_a_premium_is_never_more_than_a_ties_share() -> None:
    account = settled(turn_cover(premium=100), turn=BLANK_TURN, river="As", won=60)

    assert account == Settlement(0, 1, 0, 100, 60)


def test_an_out_left_out_pays_nothing() -> None:
    cover = msgspec.structs.replace(turn_cover(), outs=cards("3h6h8h"))

    assert settled(cover, turn=BLANK_TURN, river="9h", won=0) == Settlement(0, 1, 0, 100, 0)


def test_an_out_left_out_on_the_flop_costs_the_premium_if_he_wins_all_the_same() -> None:
    cover = msgspec.structs.replace(flop_cover(), outs=cards("3h6h8h"))

    assert settled(cover, turn="9h", river="Ts", won=600) == Settlement(0, 1, 0, 100, 100)


def insured_tie(sharing: int, coverage: int) -> Cover:
    return Cover(0, 1, "turn", coverage, 90, cards("8d8h8s"), (InsuredTie(card("Kc"), sharing),))


@pytest.mark.parametrize(
    ("sharing", "coverage", "paid"), [(2, 180, 90), (2, 181, 90), (3, 180, 120), (3, 100, 66), (4, 3, 2)]
)
def test_an_insured_tie_pays_the_share_lost_rounded_down(sharing: int, coverage: int, paid: int) -> None:
    account = settled(insured_tie(sharing, coverage), turn=BLANK_TURN, river="Kc", won=250)

    assert account == Settlement(0, 1, paid, 0, 0)


def test_an_insured_tie_costs_the_premium_where_the_club_keeps_it() -> None:
    account = settled(insured_tie(2, 180), turn=BLANK_TURN, river="Kc", won=250, on_hit="kept")

    assert account == Settlement(0, 1, 90, 90, 90)


def test_a_tie_that_was_left_out_costs_the_premium() -> None:
    cover = msgspec.structs.replace(insured_tie(2, 180), ties=())

    assert settled(cover, turn=BLANK_TURN, river="Kc", won=250) == Settlement(0, 1, 0, 90, 90)


# -- several pots and buyers


def test_each_pot_is_settled_for_itself_from_the_last_to_the_main_pot() -> None:
    covers = (turn_cover(pot=0), turn_cover(pot=1, premium=40))
    won = {(0, 1): 30, (1, 1): 900}

    accounts = settle_covers(covers, board(BLANK_TURN, BLANK_RIVER), won, "returned")

    # What the side pot leaves does not pay the main pot's premium.
    assert accounts == (Settlement(1, 1, 0, 40, 40), Settlement(0, 1, 0, 100, 30))


def test_the_next_streets_favourite_may_be_another_player() -> None:
    covers = (flop_cover(seat=1), turn_cover(seat=2, coverage=200, premium=50))

    accounts = settle_covers(covers, board("9h", BLANK_RIVER), {(0, 2): 600}, "returned")

    assert accounts == (Settlement(0, 2, 0, 50, 50), Settlement(0, 1, 300, 0, 0))
    assert sum(account.to_club for account in accounts) == -250


def test_nothing_bought_settles_nothing() -> None:
    assert settle_covers((), board(BLANK_TURN, BLANK_RIVER), {(0, 1): 600}, "returned") == ()


def test_a_cover_is_never_settled_before_its_card() -> None:
    with pytest.raises(AssertionError):
        settle_covers((turn_cover(),), cards(FLOP + BLANK_TURN), {}, "returned")


# -- between the streets


def owed_after(turn: Card, cover: Cover, on_hit: str = "returned") -> dict[tuple[int, int], int]:
    return premiums_owed((cover,), (*cards(FLOP), turn), on_hit)  # type: ignore[arg-type]


def test_a_missed_cover_owes_its_premium_on_the_turn() -> None:
    assert owed_after(card(BLANK_TURN), flop_cover()) == {(0, 1): 100}


def test_a_hit_owes_nothing_unless_the_premium_is_kept() -> None:
    assert owed_after(card("9h"), flop_cover()) == {(0, 1): 0}
    assert owed_after(card("9h"), flop_cover(), "kept") == {(0, 1): 100}


def test_nothing_is_owed_before_the_card_comes() -> None:
    assert premiums_owed((flop_cover(),), cards(FLOP), "returned") == {}


def test_what_the_club_has_to_pay_already_lessens_its_limit() -> None:
    covers = (flop_cover(coverage=300), flop_cover(coverage=50, pot=1, seat=2))

    assert paid_so_far(covers, cards(FLOP)) == 0
    assert paid_so_far(covers, cards(FLOP + "9h")) == 350
    assert paid_so_far(covers, cards(FLOP + BLANK_TURN)) == 0
