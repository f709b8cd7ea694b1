"""A hand settled chip by chip: each can be won by those who put in as many before it, and by nobody else.

Every player's chips stand in a tower. Chips that stand alone on top go back to their owner, unless he folded.
Then each storey is for the live players whose towers reach it; where none does, it is for those of the storey
below. Storeys with the same players are one pot. Dead chips lie in the basement: for whoever is live.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import NamedTuple


class Settled(NamedTuple):
    """What went back, the pots from the lowest storey up, and what each player won of them."""

    back: dict[int, int]
    pots: list[tuple[int, frozenset[int]]]
    won: dict[int, int]


def settle(
    towers: Mapping[int, int],
    folded: frozenset[int],
    dead: int,
    clockwise: Sequence[int],
    boards: Sequence[Mapping[int, int]],
    rake: Sequence[int] = (),
) -> Settled:
    """Settle a finished hand; `boards` say how good each live hand is, `rake` what each pot pays before."""
    towers = dict(towers)
    back = _lone_tops(towers, folded)
    pots = _storeys(towers, folded, dead)
    won: dict[int, int] = {}
    for number, (amount, players) in enumerate(pots):
        left = amount - (rake[number] if rake else 0)
        for board, strength in enumerate(boards):
            part = len(range(board, left, len(boards)))
            best = max(strength.get(seat, 0) for seat in players)
            winners = [seat for seat in clockwise if seat in players and strength.get(seat, 0) == best]
            for seat in islice(cycle(winners), part):
                won[seat] = won.get(seat, 0) + 1
    return Settled(back, pots, won)


def _lone_tops(towers: dict[int, int], folded: frozenset[int]) -> dict[int, int]:
    back: dict[int, int] = {}
    while True:
        height = max(towers.values())
        tallest = [seat for seat, chips in towers.items() if chips == height]
        if height == 0 or len(tallest) > 1 or tallest[0] in folded:
            return back
        towers[tallest[0]] -= 1
        back[tallest[0]] = back.get(tallest[0], 0) + 1


def _storeys(towers: dict[int, int], folded: frozenset[int], dead: int) -> list[tuple[int, frozenset[int]]]:
    live = frozenset(towers) - folded
    pots: list[tuple[int, frozenset[int]]] = []
    if dead and not any(towers.values()):
        return [(dead, live)]
    loose = dead
    for storey in range(1, max(towers.values()) + 1):
        chips = [seat for seat, height in towers.items() if height >= storey]
        players = live.intersection(chips)
        loose += len(chips)
        if players and (not pots or pots[-1][1] != players):
            pots.append((0, players))
        if pots:
            pots[-1] = (pots[-1][0] + loose, pots[-1][1])
            loose = 0
    return pots
