"""A case of type `hand`: one hand from the deal to the last chip."""

import msgspec

from console.cases.case_shapes import Act, Bound, Check, HandCase, Illegal, step_of
from console.cases.hand_results import forced_posts, moment_differs, offer_differs, results_differ
from console.cases.hand_setup import cards_shared, extras, lineup, options, stacked_deck
from console.cases.played_table import PlayedTable
from console.cases.smallest_chip import in_smallest_chips
from console.cases.verdict import Difference, Skipped, differing
from riverrun.contracts.refusals import Refusal
from riverrun.holdem.state import Over

NO_COMMAND = "bad_amount"
"""An amount that no command can carry: missing, or no whole number."""
AMOUNT_ERRORS = {NO_COMMAND, "below_min", "above_stack"}


def play_hand(case: HandCase) -> list[Difference]:
    """Play the hand and compare all that the case expects of it. Raises `Skipped`."""
    case = in_smallest_chips(case)
    played = PlayedTable(options(case.config))
    places = lineup(case.config)
    for seat in case.config.seats:
        played.seat(seat.seat, seat.stack)
    try:
        played.deal(places, extras(case.config, places), stacked_deck(case, places), case.config.run_it)
    except Refusal as refusal:
        expected = case.expect.error if isinstance(case.expect.error, str) else None
        return differing("error", expected, refusal.code)
    found = differing("posts", case.posts, forced_posts(played.events)) + _play_steps(case, played)
    _skip_boards_while_betting(case, played)
    played.play_out()
    return found + results_differ(case.expect, played)


def _skip_boards_while_betting(case: HandCase, played: PlayedTable) -> None:
    """Some sites deal two boards and bet on; here only an all-in is run twice (R7.1)."""
    still_on = not isinstance(played.hand.phase, Over)
    if case.config.run_it > 1 and still_on and len(played.hand.boards[0]) > cards_shared(case):
        raise Skipped("a second board while betting goes on (not by R7.1)")


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
