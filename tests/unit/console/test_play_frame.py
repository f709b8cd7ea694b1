"""The screen shows the table, what happened, and what is asked, in whatever room there is."""

import pytest
from msgspec.structs import replace
from rich.text import Text

from console.table_screen.cards import drawn_cards, with_symbols
from console.table_screen.frame import Scene, frame
from riverrun.contracts.views import PotView, SeatView, TableView
from tests.unit.console.table_views import ANN, BOB, CONFIG, CY, a_hand, a_table, turn_of

FLOP = a_hand(street="flop", boards=("Ah7d2c",), turn=turn_of(2))


def drawn(scene: Scene, width: int = 80, height: int = 24) -> str:
    return "\n".join(line.plain.rstrip() for line in frame(scene, width, height))


def test_everything_a_player_needs_is_in_sight() -> None:
    shown = drawn(Scene(a_table(FLOP), asked=True, ms_left=14_000))

    for needed in (
        "Rhine",
        "50/100",
        "hand 128",
        "Ann",
        "Bob",
        "Cy",
        "9,700",
        "Ah 7d 2c",
        "pot 400",
        "Ac Ad",
    ):
        assert needed in shown
    assert "• 300" in shown
    assert "three of a kind, aces" in shown
    assert "Your turn" in shown
    assert "14 s" in shown


def test_two_boards_are_drawn_with_what_the_hand_makes_on_each() -> None:
    hand = a_hand(street="flop", boards=("Ah7d2c", "KhKd5s"), turn=turn_of(2))
    shown = drawn(Scene(a_table(hand)), width=100)

    for needed in ("Ah 7d 2c", "Kh Kd 5s", "three of a kind, aces / two pair, aces and kings"):
        assert needed in shown


def test_the_offer_is_shown_with_its_exact_bounds() -> None:
    shown = drawn(Scene(a_table(FLOP), asked=True, ms_left=14_000))

    for offer in (
        "f fold",
        "c call 200",
        "r AMOUNT raise to 500 – 10,000",
        "half 600, pot 900",
        "a all-in 10,000",
    ):
        assert offer in shown


def test_where_only_all_in_is_left_no_amount_is_offered() -> None:
    turn = turn_of(2, call=200, least=700, most=700)
    shown = drawn(Scene(a_table(a_hand(turn=turn)), asked=True))

    assert "AMOUNT" not in shown
    assert "a all-in 700" in shown


def test_nothing_is_offered_out_of_turn() -> None:
    shown = drawn(Scene(a_table(a_hand(turn=turn_of(1)))))

    assert "Ann to act" in shown
    assert "f fold" not in shown


def test_others_cards_are_backs_until_they_are_shown() -> None:
    assert "▒▒ ▒▒" in drawn(Scene(a_table(FLOP)))

    shown = replace(ANN, cards="KhKd")
    assert "Kh Kd" in drawn(Scene(a_table(FLOP, seats=(shown, BOB, CY))))


def test_side_pots_are_listed() -> None:
    hand = a_hand(phase="all_in", pot=3_000, pots=(PotView(1_000, (1, 2)), PotView(2_000, (1, 2))))

    assert "pot 3,000 = 1,000 + 2,000" in drawn(Scene(a_table(hand)))


def test_the_button_and_the_blinds_are_marked() -> None:
    shown = drawn(Scene(a_table(FLOP)))

    assert "Cy D" in shown
    assert "Ann SB" in shown
    assert "Bob BB" in shown


@pytest.mark.parametrize("seats", range(2, 10))
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24), (80, 16), (40, 12)])
def test_a_frame_fills_the_terminal_and_never_more(seats: int, size: tuple[int, int]) -> None:
    taken = tuple(
        SeatView(number, f"p{number}", "A name of 20 letters", 1_000_000, "active", in_hand=True)
        for number in range(1, seats + 1)
    )
    view = TableView("s0-x", {**CONFIG, "seats": seats}, 1, taken, FLOP, a_table(FLOP).you)

    lines = frame(Scene(view, asked=True, ms_left=9_000, typed="r 600"), *size)

    assert len(lines) == size[1]
    assert max(line.cell_len for line in lines) <= size[0]
    assert lines[-1].plain.startswith("> r 600")


@pytest.mark.parametrize("seats", range(2, 10))
def test_every_seat_is_drawn_free_or_taken(seats: int) -> None:
    view = TableView("s0-x", {**CONFIG, "seats": seats}, 0, (replace(BOB, in_hand=False),), None, None)
    shown = drawn(Scene(view), height=30)

    assert all(f"seat {number}" in shown for number in range(1, seats + 1) if number != 2)
    assert "Bob" in shown


def test_the_player_sits_at_the_bottom() -> None:
    lines = drawn(Scene(a_table(FLOP))).splitlines()

    own = next(at for at, line in enumerate(lines) if "Bob" in line)
    assert all(own > at for at, line in enumerate(lines) if "Ann" in line or "Cy" in line)


def test_the_latest_of_what_happened_is_shown() -> None:
    story = tuple(Text(f"line {number}") for number in range(50))
    shown = drawn(Scene(a_table(FLOP), story=story))

    assert "line 49" in shown
    assert "line 10" not in shown


def test_a_table_that_rests_says_why_in_its_first_line() -> None:
    resting = replace(a_table(a_hand()), suspended="a broken lamp")
    last = replace(a_table(a_hand()), draining="an update")

    assert "stands still: a broken lamp" in drawn(Scene(resting)).splitlines()[0]
    assert "no hand follows: an update" in drawn(Scene(last)).splitlines()[0]


def test_a_lost_connection_is_told_in_place_of_the_clock() -> None:
    assert "The connection is lost" in drawn(Scene(a_table(FLOP), connected=False))


def test_who_is_broke_is_told_how_to_go_on() -> None:
    broke = replace(BOB, stack=0, standing="sitting_out", in_hand=False)

    assert "t buys in again" in drawn(Scene(a_table(seats=(ANN, broke))))


def test_suits_become_symbols_where_the_terminal_has_them() -> None:
    line = Text.assemble("As ", drawn_cards("AsKhQdJc"), " and Ah as a word")

    assert with_symbols(line).plain == "As A♠ K♥ Q♦ J♣ and Ah as a word"
