"""What came out of a hand, read off its events and compared with what the case expects."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from console.cases.as_compared import comparable
from console.cases.case_shapes import Check, HandExpect, RaiseBounds
from console.cases.played_table import PlayedTable
from console.cases.verdict import Difference, differing
from riverrun.contracts.table_events import (
    AntePosted,
    BettingClosed,
    BlindPosted,
    HandEnded,
    HandMucked,
    HandShown,
    HandsTurnedUp,
    PotAwarded,
    RakeTaken,
    TableEvent,
    UncalledBetReturned,
)
from riverrun.holdem.state import Over, live_players, pot_of


def posts_differ(expected: Any, events: Iterable[TableEvent], what: str = "posts") -> list[Difference]:
    """What was posted otherwise; a blind that a player has no chips for may be told with 0, or not at all."""
    if expected is UNSET:
        return []
    posted = [post for post in forced_posts(events) if post[2]]
    return differing(what, [post for post in expected if post[2]], posted)


def forced_posts(events: Iterable[TableEvent]) -> list[tuple[int, str, int]]:
    """Antes, blinds, straddles and posts in the order in which they were put in: seat, kind, amount."""
    found = []
    for event in events:
        if isinstance(event, AntePosted):
            found.append((event.seat, "bb_ante" if event.dead else "ante", event.amount))
        elif isinstance(event, BlindPosted):
            found.append((event.seat, event.kind, event.amount))
    return found


def results_differ(expect: HandExpect, played: PlayedTable) -> list[Difference]:
    """Everything that the case expects of the finished hand and that came out otherwise."""
    got: dict[str, Any] = {
        "final_stacks": _stacks(played),
        "uncalled": {event.seat: event.amount for event in played.happened(UncalledBetReturned)},
        "payouts": _payouts(played),
        "pots": _pots(played),
        "ended_by": next((event.ended_by for event in played.happened(HandEnded)), None),
        "rake": sum(event.amount for event in played.happened(RakeTaken)),
        "show_order": _show_order(played),
        "show": _shown(played),
        "winners_per_run": _winners_per_run(played),
        "error": None,
    }
    return [
        difference
        for what, found in got.items()
        for difference in differing(what, *comparable(what, getattr(expect, what), found))
    ]


def _stacks(played: PlayedTable) -> dict[int, int] | None:
    if not isinstance(played.hand.phase, Over):
        return None
    return {seat.seat: seat.stack for seat in played.table.seats}


def _payouts(played: PlayedTable) -> dict[int, int]:
    paid: Counter[int] = Counter()
    for event in played.happened(PotAwarded):
        paid[event.seat] += event.amount
    return {seat: amount for seat, amount in paid.items() if amount}


def _pots(played: PlayedTable) -> list[list[Any]]:
    closed = played.happened(BettingClosed)
    return [[pot.amount, sorted(pot.contenders)] for pot in closed[0].pots] if closed else []


def _show_order(played: PlayedTable) -> list[int]:
    return [event.seat for event in played.events if isinstance(event, HandShown | HandMucked)]


def _shown(played: PlayedTable) -> dict[int, str]:
    turned_up = {seat for event in played.happened(HandsTurnedUp) for seat, _ in event.hands}
    shown = turned_up | {event.seat for event in played.happened(HandShown)}
    mucked = {event.seat for event in played.happened(HandMucked)}
    return dict.fromkeys(sorted(shown), "shown") | dict.fromkeys(sorted(mucked), "may_muck")


def _winners_per_run(played: PlayedTable) -> list[list[list[int]]]:
    awards = played.happened(PotAwarded)
    pots, boards = len(_pots(played)), len(played.hand.boards)
    return [
        [
            sorted(one.seat for one in awards if (one.pot, one.board) == (pot, board))
            for board in range(boards)
        ]
        for pot in range(pots)
    ]


def moment_differs(check: Check, played: PlayedTable, step: int) -> list[Difference]:
    """What a `check` between two actions finds otherwise than it says."""
    got = _moment(played)
    expected: dict[str, Any] = {name: getattr(check, name) for name in check.__struct_fields__}
    if isinstance(check.raises, RaiseBounds):
        expected["raises"] = [check.raises.min_to, check.raises.max_to]
    return [
        difference
        for what, wanted in expected.items()
        for difference in differing(
            f"step {step}, {what.rstrip('s') if what == 'raises' else what}",
            *comparable(what, wanted, got[what]),
        )
    ]


def _moment(played: PlayedTable) -> dict[str, Any]:
    hand, turn, betting = played.hand, played.turn, played.betting
    seats = {seat.seat: seat.stack for seat in played.table.seats}
    return {
        "to_act": None if turn is None else turn.seat,
        "street": hand.street,
        "current_bet": 0 if betting is None else betting.current_bet,
        "call_amount": 0 if turn is None else turn.call_amount,
        "can_check": turn is not None and not turn.call_amount,
        "raises": [turn.min_raise_to, turn.max_raise_to] if turn is not None and turn.max_raise_to else None,
        "pot_total": pot_of(hand),
        "stacks": {player.seat: player.stack + seats[player.seat] for player in hand.players},
        "all_in": sorted(player.seat for player in live_players(hand) if not player.stack),
        "done": turn is None,
    }


def offer_differs(offer: tuple[Any, Any, Any], played: PlayedTable, step: int) -> list[Difference]:
    """What a turn offers, against a bulk hand's `[call_amount, min_to, max_to]`; `any` asserts nothing."""
    turn = played.turn
    if turn is None:
        return [Difference(f"action {step}, offer", offer, None)]
    bounds = (turn.min_raise_to, turn.max_raise_to) if turn.max_raise_to else (None, None)
    got = (turn.call_amount, *bounds)
    if all(wanted in ("any", found) for wanted, found in zip(offer, got, strict=True)):
        return []
    return [Difference(f"action {step}, offer", offer, got)]
