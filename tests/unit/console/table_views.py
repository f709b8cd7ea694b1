"""Tables to draw and to tell of, by a few words."""

from typing import Any

from msgspec.structs import replace

from riverrun.contracts.views import HandView, OwnView, SeatView, TableView, TurnView

CONFIG: dict[str, Any] = {
    "name": "Rhine",
    "seats": 6,
    "small_blind": 50,
    "big_blind": 100,
    "min_buy_in": 4_000,
    "max_buy_in": 20_000,
    "clocks": {"decision_ms": 20_000},
}
ANN = SeatView(1, "p1", "Ann", 9_700, "active", in_hand=True, bet=300, contribution=300)
BOB = SeatView(2, "p2", "Bob", 9_900, "active", in_hand=True, bet=100, contribution=100)
CY = SeatView(4, "p4", "Cy", 12_000, "active", in_hand=True, folded=True)


def turn_of(seat: int, call: int = 200, least: int = 500, most: int = 10_000) -> TurnView:
    return TurnView(3, seat, call, least, most, 1_700_000_014_000)


def a_hand(**changes: Any) -> HandView:
    hand = HandView(128, "betting", "preflop", 4, 1, 2, ("",), 400, (), 300, "ab" * 32)
    return replace(hand, **changes)


def a_table(
    hand: HandView | None = None, *, seats: tuple[SeatView, ...] = (ANN, BOB, CY), own: int = 2
) -> TableView:
    """Bob looks at it, from seat 2, with two aces where there is a hand."""
    you = OwnView(own, "AcAd" if hand is not None else "") if own else None
    return TableView("s0-rhine", CONFIG, 128, seats, hand, you)
