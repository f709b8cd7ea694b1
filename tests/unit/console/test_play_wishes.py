"""What a person can type, and what it means."""

import pytest

from console.table_screen.wishes import (
    Chat,
    ComeBack,
    Decide,
    Explain,
    Leave,
    Misread,
    Order,
    Say,
    SetBefore,
    Show,
    SitOut,
    TakeTime,
    TopUp,
    Wish,
    read_wish,
)


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("f", Decide("fold")),
        ("fold", Decide("fold", sure=True)),
        ("c", Decide("check_or_call")),
        (" C ", Decide("check_or_call")),
        ("check", Decide("check")),
        ("call", Decide("call")),
        ("r 600", Decide("bet_or_raise", 600)),
        ("r600", Decide("bet_or_raise", 600)),
        ("raise to 1,200", Decide("bet_or_raise", 1_200)),
        ("b 300", Decide("bet_or_raise", 300)),
        ("bet 1 000 000", Decide("bet_or_raise", 1_000_000)),
        ("r pot", Decide("bet_or_raise", "pot")),
        ("b half", Decide("bet_or_raise", "half")),
        ("raise min", Decide("bet_or_raise", "min")),
        ("a", Decide("all_in")),
        ("all-in", Decide("all_in")),
        ("all in", Decide("all_in")),
        ("t", TopUp()),
        ("t 5000", TopUp(5_000)),
        ("top up 5000", TopUp(5_000)),
        ("top-up", TopUp()),
        ("t 0", TopUp(0)),
        ("o", SitOut()),
        ("sit out", SitOut()),
        ("i", ComeBack()),
        ("come back", ComeBack()),
        ("time", TakeTime()),
        ("say Nice hand, Bob!", Chat("Nice hand, Bob!")),
        ("pause", Order("pause")),
        ("go on", Order("go_on")),
        ("bomb pot", Order("bomb_pot")),
        ("refill", Order("refill")),
        ("close table", Order("close")),
        ("pre call", SetBefore("call")),
        ("pre check/fold", SetBefore("check_fold")),
        ("pre-any", SetBefore("call_any")),
        ("pre", SetBefore("none")),
        ("s", Show()),
        ("s 1", Show(0)),
        ("s2", Show(1)),
        ("show", Show()),
        ("y", Say(yes=True)),
        ("no", Say(yes=False)),
        ("l", Leave()),
        ("quit", Leave()),
        ("?", Explain()),
        ("help", Explain()),
    ],
)
def test_a_line_means(typed: str, wish: Wish) -> None:
    assert read_wish(typed) == wish


@pytest.mark.parametrize("typed", ["", "   ", "\t"])
def test_an_empty_line_means_nothing(typed: str) -> None:
    assert read_wish(typed) is None


@pytest.mark.parametrize(
    "typed",
    ["r", "raise", "r 0", "r -5", "r 1.5", "r ten", "b 12x", "s 3", "t lots", "xyzzy", "f 5", "9", "r 1e9"],
)
def test_what_is_not_known_is_answered_with_what_is(typed: str) -> None:
    assert isinstance(read_wish(typed), Misread)


def test_a_word_on_what_was_typed_repeats_it() -> None:
    wish = read_wish("xyzzy")

    assert isinstance(wish, Misread)
    assert "xyzzy" in wish.why
