"""Who is the favourite, which cards take it from him, and which only tie (R9.2, R9.3, R9.4)."""

import pytest

from riverrun.kernel.cards import cards, text_of
from services.insurance.pricing.next_card import next_card_outcomes
from services.insurance.pricing.outs import Outs, outs_of, why_no_offer


def found_in(board: str, *hands: str, pots: tuple[tuple[int, ...], ...] = ()) -> tuple[Outs | None, ...]:
    by_seat = {seat: cards(hand) for seat, hand in enumerate(hands, start=1)}
    contenders = pots or (tuple(by_seat),)
    outcomes = next_card_outcomes(cards(board), by_seat, contenders)
    return tuple(outs_of(outcomes, number) for number in range(len(contenders)))


def favourite_in(board: str, *hands: str) -> Outs:
    (found,) = found_in(board, *hands)
    assert found is not None
    return found


def test_two_kings_beat_aces() -> None:
    found = favourite_in("2c7d9hJs", "KsKd", "AhAd")

    assert (found.favourite, found.unseen, text_of(found.outs)) == (2, 44, "KcKh")


def test_on_the_flop_one_card_more_is_unseen() -> None:
    assert favourite_in("2c7d9h", "AhAd", "KsKd").unseen == 45


def test_hands_turned_up_are_seen_and_folded_ones_are_not() -> None:
    assert favourite_in("2c7d9hJs", "AhAd", "KsKd", "QcQd").unseen == 42


def test_an_out_is_a_card_that_puts_anybody_ahead() -> None:
    assert text_of(favourite_in("2c7d9h4s", "AhAd", "KsKd", "QcQd").outs) == "QhQsKcKh"


def test_a_card_that_improves_both_but_not_the_order_is_no_out() -> None:
    found = favourite_in("2h7hTc", "TsTd", "Ah5h")

    assert "Th" not in text_of(found.outs)
    assert len(found.outs) == 8


def test_tie_cards_are_listed_apart() -> None:
    found = favourite_in("AcKdQh4s", "AhTd", "Ad8c")

    assert text_of(found.outs) == "8d8h8s"
    assert text_of(tie.card for tie in found.ties) == "4c4d4hQcQdQsKcKhKsAs"
    assert {tie.sharing for tie in found.ties} == {(1, 2)}


def test_a_tie_between_others_behind_whom_he_falls_is_an_out() -> None:
    found = favourite_in("Qc8d5h2s", "KhKs", "AdJh", "AsJd")

    assert text_of(found.outs) == "AcAh"
    assert found.ties == ()


def test_a_card_can_tie_with_one_of_several() -> None:
    found = favourite_in("Ac2dKdKh", "Qd7d", "Th4d", "Qh9d")

    sharing = {text_of([tie.card]): tie.sharing for tie in found.ties}
    assert sharing["2c"] == (1, 2, 3)
    assert sharing["Js"] == (1, 3)


def test_the_best_hand_held_by_two_is_no_favourite_though_one_may_improve() -> None:
    assert found_in("TcJdQh2c", "AcKc", "AhKs") == (None,)


def test_each_pot_has_its_own_favourite_and_outs() -> None:
    main, side = found_in("2c7d9hJs", "9c9d", "AhAd", "KsKd", pots=((1, 2, 3), (2, 3)))

    assert main is not None
    assert side is not None
    assert (main.favourite, text_of(main.outs)) == (1, "KcKhAcAs")
    assert (side.favourite, text_of(side.outs)) == (2, "KcKh")


def test_a_side_pot_can_be_tied_while_the_main_pot_is_not() -> None:
    main, side = found_in("2c7d9hJs", "9c9d", "AhKd", "AdKs", pots=((1, 2, 3), (2, 3)))

    assert main is not None
    assert side is None


def test_a_pot_for_one_has_a_favourite_without_outs() -> None:
    main, side = found_in("2c7d9hJs", "9c9d", "AhAd", pots=((1, 2), (2,)))

    assert main is not None
    assert side is not None
    assert (side.favourite, side.outs) == (2, ())


@pytest.mark.parametrize(
    ("outs", "reason"), [(0, "no_outs"), (1, None), (14, None), (15, "too_many_outs"), (30, "too_many_outs")]
)
def test_one_to_fourteen_outs_are_insured(outs: int, reason: str | None) -> None:
    assert why_no_offer(outs) == reason
