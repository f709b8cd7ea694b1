"""Whatever a level sees, it answers with something that was offered (R4.8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverrun.kernel.cards import ALL_CARDS
from services.bots.decision import Decision
from services.bots.level import Chance, Level
from services.bots.levels import LEVELS
from services.bots.seen import Seen
from tests.unit.bots.sights import turn

_CHIPS = st.integers(1, 10**7)
_UNIT = st.floats(0, 1, exclude_max=True)


@st.composite
def turns(draw: st.DrawFn) -> Seen:
    """Any offer that a table can make, with any cards."""
    cards = draw(st.permutations(ALL_CARDS))
    stack, own_bet, owed = draw(_CHIPS), draw(st.integers(0, 10**6)), draw(st.integers(0, 10**7))
    call = min(owed, stack)
    least = most = 0
    if stack > owed and draw(st.booleans()):
        most = own_bet + stack
        least = draw(st.integers(min(own_bet + owed + 1, most), most))
    return Seen(
        hole_cards=tuple(cards[:2]),
        board=tuple(cards[2 : 2 + draw(st.sampled_from((0, 3, 4, 5)))]),
        pot=own_bet + owed + draw(_CHIPS),
        current_bet=own_bet + owed,
        stack=stack,
        call_amount=call,
        min_raise_to=least,
        max_raise_to=most,
        big_blind=draw(st.integers(1, 10_000)),
        opponents=draw(st.integers(1, 8)),
    )


def is_offered(decision: Decision, seen: Seen) -> bool:
    match decision.do:
        case "fold":
            return decision.to is None
        case "check":
            return decision.to is None and not seen.call_amount
        case "call":
            return decision.to is None and seen.call_amount > 0
        case "bet" | "raise":
            named_rightly = (decision.do == "raise") == (seen.current_bet > 0)
            within = decision.to is not None and seen.min_raise_to <= decision.to <= seen.max_raise_to
            return named_rightly and within and seen.max_raise_to > 0
        case "all_in":
            return decision.to is None


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS.keys())
@given(seen=turns(), mood=_UNIT, size=_UNIT)
def test_every_decision_was_offered(level: Level, seen: Seen, mood: float, size: float) -> None:
    assert is_offered(level(seen, Chance(mood, size)), seen)


@given(seen=turns(), mood=_UNIT, size=_UNIT)
def test_nobody_folds_where_a_check_is_free(seen: Seen, mood: float, size: float) -> None:
    for level in LEVELS.values():
        assert seen.call_amount or level(seen, Chance(mood, size)).do != "fold"


def test_the_random_level_does_everything_that_is_offered() -> None:
    seen = turn("7c2d", current_bet=200, call=100, raises=(300, 1_099))

    done = {LEVELS["random"](seen, Chance(mood / 10, size / 10)) for mood in range(10) for size in range(10)}

    assert {decision.do for decision in done} == {"fold", "call", "raise"}
    assert {decision.to for decision in done if decision.to} == {
        300,
        380,
        460,
        540,
        620,
        700,
        780,
        860,
        940,
        1_020,
    }
