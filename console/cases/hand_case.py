"""A case of type `hand`: one hand from the deal to the last chip."""

import msgspec
from msgspec import UNSET, UnsetType

from console.cases.case_shapes import Act, Bound, Check, HandCase, Illegal, step_of
from console.cases.hand_results import moment_differs, offer_differs, posts_differ, results_differ
from console.cases.hand_setup import (
    boards_of_bomb_pot,
    cards_shared,
    extras,
    lineup,
    options,
    stacked_deck,
)
from console.cases.played_table import PlayedTable
from console.cases.smallest_chip import in_smallest_chips
from console.cases.verdict import Difference, differing
from riverrun.contracts.refusals import Refusal

NO_COMMAND = "bad_amount"
"""An amount that no command can carry: missing, or no whole number."""
AMOUNT_ERRORS = {NO_COMMAND, "below_min", "above_stack"}
NO_STRADDLE, WRONG_STRADDLE = "straddle_not_allowed", "straddle_amount"


def play_hand(case: HandCase) -> list[Difference]:
    """Play the hand and compare all that the case expects of it."""
    case = in_smallest_chips(case)
    boards = boards_of_bomb_pot(case)
    played, found = _play(case, boards)
    if boards == 1 and _second_board_is_missing(case, played):
        played, found = _play(case, len(case.boards))
    return found


def _play(case: HandCase, boards: int) -> tuple[PlayedTable, list[Difference]]:
    """The hand with so many boards side by side from the flop on; one that is all-in may be run twice."""
    played = PlayedTable(options(case.config))
    places = lineup(case.config)
    for seat in case.config.seats:
        played.seat(seat.seat, seat.stack)
    posted = extras(case.config, places, boards)
    runs = case.config.run_it if boards == 1 else 1
    try:
        played.deal(places, posted, stacked_deck(case, places, boards), runs)
    except Refusal as refusal:
        return played, _setup_differs(case.expect.error, refusal)
    found = posts_differ(case.posts, played.events) + _play_steps(case, played)
    played.play_out()
    return played, found + results_differ(case.expect, played)


def _setup_differs(expected: str | UnsetType, refusal: Refusal) -> list[Difference]:
    """A straddle that a stack does not cover may be told as its amount's fault; it is refused either way."""
    not_covered = refusal.code == NO_STRADDLE and "amount" in refusal.details
    if not_covered and expected == WRONG_STRADDLE:
        return []
    return differing("error", None if expected is UNSET else expected, refusal.code)


def _second_board_is_missing(case: HandCase, played: PlayedTable) -> bool:
    """Some sites deal two boards and bet on: the case does not say so, but for what it expects."""
    hand = played.table.hand
    if hand is None or len(case.boards) <= len(hand.boards):
        return False
    return len(hand.boards[0]) > cards_shared(case)


def _play_steps(case: HandCase, played: PlayedTable) -> list[Difference]:
    """Every step in order; play stops at an action that is refused, for what follows would mean nothing."""
    found: list[Difference] = []
    offers = iter(case.legal) if isinstance(case.legal, list) else iter(())
    for number, raw in enumerate(case.steps, start=1):
        match step_of(raw):
            case Check() as check:
                found += moment_differs(check, played, number)
            case Illegal() as illegal:
                found += _try_illegal(illegal, played, number)
            case Act() as act:
                found += _offer(next(offers, None), played, number)
                try:
                    played.act(act.seat, act.do, act.to)
                except Refusal as refusal:
                    return [*found, Difference(f"step {number}, {_text_of(act)}", "accepted", refusal.code)]
    return found


def _offer(offer: tuple[Bound, Bound, Bound] | None, played: PlayedTable, number: int) -> list[Difference]:
    return [] if offer is None else offer_differs(offer, played, number)


def _try_illegal(illegal: Illegal, played: PlayedTable, number: int) -> list[Difference]:
    """It must be refused for the right reason, and must change nothing."""
    before, events = played.table, len(played.events)
    code = _refused_with(illegal, played)
    what = f"step {number}, refusal"
    if NO_COMMAND in (code, illegal.error):
        found = [] if code in AMOUNT_ERRORS else [Difference(what, illegal.error, code)]
    else:
        found = differing(what, illegal.error, code)
    unchanged = played.table is before and len(played.events) == events
    return found + differing(f"step {number}, unchanged", True, unchanged)


def _refused_with(illegal: Illegal, played: PlayedTable) -> str:
    try:
        played.act(illegal.seat, illegal.illegal, illegal.to)
    except Refusal as refusal:
        return refusal.code
    except msgspec.ValidationError:
        return NO_COMMAND
    return "accepted"


def _text_of(act: Act) -> str:
    return f"seat {act.seat} {act.do}" + (f" to {act.to}" if act.to is not None else "")
