"""Who posts what in a PHH hand, as its amounts tell: p1 sits left of the button, the last player on it."""

from collections.abc import Sequence
from typing import NamedTuple

from console.phh_files.bad_phh import BadPhh
from console.phh_files.phh_hand import PhhHand

FIELD = "blinds_or_straddles"


class Places(NamedTuple):
    """The places of the blinds among the players, from 0; `small` is None where nobody posted one."""

    small: int | None
    big: int
    small_price: int
    big_price: int
    straddles: dict[int, int]
    posts: dict[int, int]


def in_seat_order(amounts: Sequence[int]) -> Sequence[int]:
    """Heads-up the format names the small blind first, though p1 is the big blind."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def places(hand: PhhHand) -> Places:
    """The blinds' places in a hand with blinds. Raises `BadPhh` where they are none of Hold'em."""
    blinds = in_seat_order(hand.blinds_or_straddles)
    big = _big_blind_place(hand, blinds)
    small = _small_blind_place(blinds, big)
    small_price = 0 if small is None else abs(blinds[small])
    if small_price > blinds[big]:
        raise BadPhh("unknown_blinds", "a small blind above the big blind", FIELD)
    beyond = {place: paid for place, paid in enumerate(blinds) if paid and place not in (small, big)}
    if min(beyond.values(), default=0) < -blinds[big]:
        raise BadPhh("unknown_blinds", "a late post above the big blind", FIELD)
    return Places(
        small,
        big,
        small_price,
        blinds[big],
        {place: paid for place, paid in beyond.items() if paid > blinds[big]},
        {place: abs(paid) for place, paid in beyond.items() if paid <= blinds[big]},
    )


def _big_blind_place(hand: PhhHand, blinds: Sequence[int]) -> int:
    """The second player's; the first one's heads-up, or where nobody sat at the small blind's place."""
    first, second, *_ = blinds
    alone = first == hand.least_bet and second != hand.least_bet
    big = 0 if len(blinds) == 2 or alone or second <= 0 else 1
    if blinds[big] <= 0:
        raise BadPhh("unknown_blinds", "no big blind left of the button", FIELD)
    return big


def _small_blind_place(blinds: Sequence[int], big: int) -> int | None:
    """Before the big blind, or on the button: there it stands below zero where it is as much."""
    if big:
        return 0 if blinds[0] > 0 else None
    last = len(blinds) - 1
    paid = blinds[last]
    return last if 0 < paid < blinds[0] or -paid == blinds[0] or (paid and last == 1) else None
