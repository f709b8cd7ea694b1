"""A hand's actions in PHH's words.

Where a big blind is all-in for less, the format's readers take what lies there for the price. So who comes in
for the full one completes the bet: that is told as a raise to it, and `least_bet` is no more than it adds.
"""

from collections.abc import Iterator
from itertools import pairwise

from services.history.hands.frames import Frame, FrameSeat, frames
from services.history.hands.told_hand import DECISIONS, SHOWS, Step, ToldHand, ToldPlayer

UNKNOWN_CARDS = "????"
_RAISES = ("bet", "raise")


def actions(hand: ToldHand) -> Iterator[str]:
    """The deal, everybody's actions, and what was shown at a showdown."""
    numbers = {player.seat: number for number, player in enumerate(hand.players, start=1)}
    for player in hand.players:
        yield f"d dh p{numbers[player.seat]} {_hole_cards(player)}"
    unasked = _unasked(hand)
    done: set[int] = set()
    """Who has folded, shown or mucked: what he shows afterwards is beyond the format."""
    for before, step in _steps_after(hand):
        who = f"p{numbers.get(step.seat, 0)}"
        match step.kind:
            case "fold":
                done.add(step.seat)
                yield f"{who} f"
            case "check" if step.street == "preflop" and step.seat == unasked:
                continue
            case kind if kind in DECISIONS:
                yield f"{who} cbr {step.to}" if _raises_the_bet(before, step) else f"{who} cc"
            case "board" if not step.board:
                yield f"d db {step.cards}"
            case kind if kind in SHOWS and hand.ended_by == "showdown" and step.seat not in done:
                done.add(step.seat)
                yield f"{who} sm {step.cards}"
            case "mucked":
                done.add(step.seat)
                yield f"{who} sm"
            case _:
                continue


def least_bet(hand: ToldHand) -> int:
    """The big blind, or less where one who completes a short one adds less."""
    completing = [
        step.to - _most(before)
        for before, step in _steps_after(hand)
        if step.kind == "call" and _raises_the_bet(before, step)
    ]
    return min([hand.big_blind, *completing])


def readers_would_allow(hand: ToldHand) -> bool:
    """Whether readers, who measure by what lies there, ask who folds and allow all raises before the flop."""
    largest, least, unasked = 0, least_bet(hand), _unasked(hand)
    for before, step in _steps_after(hand):
        if step.kind == "fold" and step.street == "preflop" and step.seat == unasked:
            return False
        if step.street != "preflop" or step.kind not in DECISIONS or not _raises_the_bet(before, step):
            continue
        most = _most(before)
        (bet,) = [one.bet for one in before.seats if one.seat == step.seat]
        if most - bet < largest or (step.to - most < max(largest, least) and not step.all_in):
            return False
        largest = max(largest, step.to - most)
    return True


def _steps_after(hand: ToldHand) -> Iterator[tuple[Frame, Step]]:
    """Each step, and the table right before it."""
    for before, after in pairwise(frames(hand)):
        assert after.step is not None, "only the first frame is before any step"
        yield before, after.step


def _unasked(hand: ToldHand) -> int:
    """The seat of whom nobody can raise when the betting begins: readers do not ask him; 0: there is none."""
    for before, step in _steps_after(hand):
        if step.street == "preflop" and step.kind in DECISIONS:
            most = max(before.seats, key=_all_of)
            return most.seat if all(_all_of(one) <= most.bet for one in before.seats if one != most) else 0
    return 0


def _all_of(seat: FrameSeat) -> int:
    return seat.bet + seat.stack


def _raises_the_bet(before: Frame, step: Step) -> bool:
    """A raise beyond what anybody else has goes back whole; the format's readers know none (R4.3)."""
    most = _most(before)
    if step.kind not in _RAISES and not (step.kind == "call" and step.to > most):
        return False
    others = [one for one in before.seats if one.seat != step.seat and not one.folded]
    return any(_all_of(one) > most for one in others)


def _most(frame: Frame) -> int:
    return max(one.bet for one in frame.seats)


def _hole_cards(player: ToldPlayer) -> str:
    return player.cards if len(player.cards) == 4 else UNKNOWN_CARDS
