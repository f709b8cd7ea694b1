"""What of a hand PHH has no word for: a reader comes to other stacks, and the file says why."""

from collections import defaultdict
from collections.abc import Iterator

from services.history.exports.phh_actions import readers_would_allow
from services.history.hands.told_hand import ToldHand


def beyond(hand: ToldHand) -> list[str]:
    """Codes that stay, by the name of what cannot be told; empty: a reader comes to the same stacks."""
    return list(_beyond(hand))


def _beyond(hand: ToldHand) -> Iterator[str]:
    if hand.ended_by == "void":
        yield "voided"
    if hand.rake:
        yield "rake"
    if len(hand.boards) > 1:
        yield "boards"
    if any(player.insurance for player in hand.players):
        yield "insurance"
    if _several_odd_chips(hand):
        yield "odd_chips"
    if _short_antes_beside_dead(hand):
        yield "short_ante"
    if not readers_would_allow(hand):
        yield "betting"


def _several_odd_chips(hand: ToldHand) -> bool:
    """Odd chips go one each to the first boards, and there to the first winners; readers give them all to the
    first, and put pots of the same winners together (R5.4, R7.2).
    """
    if hand.ended_by != "showdown":
        return False
    pots: defaultdict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for step in hand.steps_of("award"):
        pots[step.pot][step.board].append(step.amount)
    odd = 0
    for boards in pots.values():
        odd += sum(sum(shares) for shares in boards.values()) % len(hand.boards)
        odd += sum(sum(shares) % len(shares) for shares in boards.values())
    return odd > (len(hand.boards) == 1)


def _short_antes_beside_dead(hand: ToldHand) -> bool:
    """Dead money is for whoever wins the main pot, and so readers take short antes' excess for it too."""
    antes = {step.amount for step in hand.steps_of("ante")}
    return len(antes) > 1 and bool(hand.steps_of("dead"))
