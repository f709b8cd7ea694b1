"""After the hand a player may show what he need not: both cards or one, for a moment (R6.3)."""

import pytest

from console.cases.played_table import player_at_seat
from riverrun.contracts import refusals
from riverrun.contracts.table_events import HandShown
from riverrun.holdem.state import Over
from riverrun.kernel.cards import cards
from services.table.decide import settlement
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from tests.support.script import Script
from tests.support.script_lines import play

WON_WITHOUT_A_FIGHT = """
    Blinds 1/2
    BTN 100 AhAd, SB 100 KhQd, BB 100
    BTN folds
    SB raises to 6
    BB folds
    Nobody shows
"""


def showing(hand: Script, name: str, which: int | None, now_ms: int = 0) -> Draft:
    player = player_at_seat(hand.seat(name))
    facts = Facts(now_ms, hand.played._deck)
    return settlement.show_cards(hand.played.table, player, hand.played.table.hand_number, which, facts)


def test_the_winner_of_an_uncontested_pot_may_show_both_cards() -> None:
    hand = play(WON_WITHOUT_A_FIGHT)

    assert showing(hand, "SB", None).events == [HandShown(hand.seat("SB"), cards("KhQd"), chosen=True)]


def test_he_may_show_one_card_and_then_the_other() -> None:
    hand = play(WON_WITHOUT_A_FIGHT)
    hand.played.commit(showing(hand, "SB", 1))
    assert hand.played.events[-1] == HandShown(hand.seat("SB"), cards("Qd"), chosen=True)
    hand.played.commit(showing(hand, "SB", 0))

    assert hand.played.events[-1] == HandShown(hand.seat("SB"), cards("KhQd"), chosen=True)


def test_a_mucked_hand_may_be_shown_after_all() -> None:
    hand = play("""
        Blinds 1/2
        BTN 100 QhJd, BB 100 AhAd
        BTN is all-in
        BB is all-in
    """)
    assert isinstance(hand.over.hand.phase, Over)

    with pytest.raises(refusals.NothingToShow):
        showing(hand, "BTN", None)  # an all-in's hands are open already


def test_nothing_is_shown_twice_too_late_or_before_the_end() -> None:
    hand = play(WON_WITHOUT_A_FIGHT)
    phase = hand.played.hand.phase
    assert isinstance(phase, Over)
    hand.played.commit(showing(hand, "SB", None))

    with pytest.raises(refusals.NothingToShow):
        showing(hand, "SB", None)
    with pytest.raises(refusals.NothingToShow):
        showing(hand, "BB", None, now_ms=phase.show_until_ms + 1)
    with pytest.raises(refusals.NothingToShow):
        showing(hand, "BB", 2)
    running = play("Blinds 1/2\nBTN 100, BB 100\nBTN calls 1")
    with pytest.raises(refusals.NothingToShow):
        showing(running, "BTN", None)
