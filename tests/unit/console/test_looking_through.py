"""A finished hand is looked through by keys, and drawn with no card that its viewer does not know."""

import pytest
from msgspec.structs import replace
from rich.console import Console

from console.finished.frame_view import frame_view
from console.finished.looking_through import moved
from console.finished.told_lines import told_lines
from services.history.hands.frames import frames
from services.history.hands.told_hand import Step, ToldHand, ToldPlayer, ToldPot


def told(own: bool) -> ToldHand:
    """Ann raises and wins without showing; the viewer is Ann, or nobody."""
    return ToldHand(
        table="s0-seen0001", hand=7, table_name="Deep [bold]stacks", started_ms=1_700_000_000_000,
        ended_ms=1_700_000_060_000, kind="play", currency="chips", small_blind=1, big_blind=2, table_seats=6,
        button=1, small_blind_seat=1, big_blind_seat=2, bomb_pot=0, ended_by="fold", pot=4, rake=0, runs=1,
        boards=("",),
        players=(
            ToldPlayer(2, "p-bob", "Bob", "BB", 200, 2, 0, -2, 0, ""),
            ToldPlayer(1, "p-ann", "Ann", "BTN", 200, 2, 4, 2, 0, "", "AsKs" if own else "", own=own),
        ),
        pots=(ToldPot(4, 0, (1,)),),
        steps=(
            Step(1, 0, "sb", "preflop", 1, 1, 1, 0),
            Step(2, 0, "bb", "preflop", 2, 2, 2, 1),
            Step(3, 0, "raise", "preflop", 1, 5, 6, 3),
            Step(4, 0, "fold", "preflop", 2, 0, 2, 8),
            Step(5, 0, "uncalled", "", 1, 4),
            Step(6, 0, "award", "", 1, 4),
        ),
    )  # fmt: skip


def drawn(hand: ToldHand, place: int) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(frame_view(hand, list(frames(hand)), place))
    return captured.get()


@pytest.mark.parametrize(
    ("key", "leads_to"),
    [("n", 4), (" ", 4), ("\x1b[C", 4), ("b", 2), ("\x1b[D", 2), ("g", 0), ("G", 9), ("x", 3), ("q", None)],
)
def test_keys_lead_on_back_to_either_end_and_away(key: str, leads_to: int | None) -> None:
    assert moved(3, 9, key) == leads_to


def test_nobody_goes_beyond_the_first_and_the_last_frame() -> None:
    assert moved(9, 9, "n") == 9
    assert moved(0, 9, "b") == 0


def test_a_player_sees_his_own_cards_in_every_frame_and_others_see_backs() -> None:
    for place in range(7):
        assert "As Ks" in drawn(told(own=True), place)
        assert "As Ks" not in drawn(told(own=False), place)
        assert "## ##" in drawn(told(own=False), place)


def test_a_frame_says_what_happened_last_and_where_it_stands() -> None:
    text = drawn(told(own=False), 3)

    assert "3 of 6 steps" in text
    assert "Ann raises to 6" in text
    assert "pot    8" in text


def lines_of(hand: ToldHand) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        for line in told_lines(hand, list(frames(hand))):
            console.print(line)
    return captured.get()


def test_names_are_told_as_they_are_written() -> None:
    lines = lines_of(told(own=False))

    assert "Hand 7 of Deep [bold]stacks (s0-seen0001)" in lines
    assert "Ann +2" in lines


def test_what_was_insured_is_told_in_words_with_what_it_brought() -> None:
    hand = told(own=False)
    insured = replace(
        hand,
        players=tuple(replace(one, insurance=-30) if one.seat == 1 else one for one in hand.players),
        steps=(
            *hand.steps,
            Step(7, 0, "insurance_bought", "flop", 1, 400, 30),
            Step(8, 0, "insurance_settled", "river", 1, 0, 30),
        ),
    )

    lines = lines_of(insured)

    assert "Ann insures 400 for 30" in lines
    assert "Ann +2, insurance -30" in lines
    assert frame_stack(insured, 1) == 200 + 2 - 30


def frame_stack(hand: ToldHand, seat: int) -> int:
    *_, last = frames(hand)
    return next(one.stack for one in last.seats if one.seat == seat)


def test_lines_tell_a_player_his_own_cards_too() -> None:
    # `riverrun replay TABLE HAND --me` without a terminal left out what it was asked for.
    assert "Ann holds As Ks" in lines_of(told(own=True))
    assert "holds" not in lines_of(told(own=False))
