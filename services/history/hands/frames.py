"""A told hand as frames: the table after each step, with the cards that the viewer knew at that moment."""

from collections.abc import Iterator

import msgspec

from services.history.hands.told_hand import ANTES, BLINDS, DECISIONS, SHOWS, Step, ToldHand


class FrameSeat(msgspec.Struct, frozen=True):
    """A player at one moment."""

    seat: int
    name: str
    stack: int
    bet: int
    cards: str
    folded: bool = False
    won: int = 0


class Frame(msgspec.Struct, frozen=True):
    """The table after a step; the first frame is before any."""

    street: str
    pot: int
    boards: tuple[str, ...]
    seats: tuple[FrameSeat, ...]
    step: Step | None = None


def frames(hand: ToldHand) -> Iterator[Frame]:
    """From the stacks at the start to the last award."""
    seats = {
        player.seat: FrameSeat(player.seat, player.name, player.stack, 0, player.cards if player.own else "")
        for player in hand.players
    }
    dealt = [""] * len(hand.boards)
    street, pot = "preflop", 0
    yield Frame(street, pot, (), tuple(seats.values()))
    for step in hand.steps:
        if step.kind == "board":
            street = step.street
            dealt[step.board] += step.cards
            seats = {number: msgspec.structs.replace(one, bet=0) for number, one in seats.items()}
        elif step.seat in seats:
            seats[step.seat], moved = _moved(seats[step.seat], step)
            pot += moved
        yield Frame(street, pot, _open_boards(hand, dealt), tuple(seats.values()), step)


def _open_boards(hand: ToldHand, dealt: list[str]) -> tuple[str, ...]:
    """The boards that have begun; a later run's has the cards that it shares with the first one."""
    found = []
    for number, (own, whole) in enumerate(zip(dealt, hand.boards, strict=True)):
        if own:
            total = sum(len(step.cards) for step in hand.steps_of("board") if step.board == number)
            found.append(whole[: len(whole) - total + len(own)])
    return tuple(found)


def _moved(seat: FrameSeat, step: Step) -> tuple[FrameSeat, int]:
    """The seat after a step of its player, and the chips that went into the pot."""
    change = msgspec.structs.replace
    if step.kind == "uncalled":
        return change(seat, stack=seat.stack + step.amount, bet=max(0, seat.bet - step.amount)), -step.amount
    if step.kind in ANTES or step.kind == "dead":
        return change(seat, stack=seat.stack - step.amount), step.amount
    if step.kind == "fold":
        return change(seat, folded=True), 0
    if step.kind in BLINDS or step.kind in DECISIONS:
        return change(seat, stack=seat.stack - step.amount, bet=step.to), step.amount
    if step.kind in SHOWS:
        return change(seat, cards=step.cards if len(step.cards) >= len(seat.cards) else seat.cards), 0
    if step.kind == "insurance_settled":
        return change(seat, stack=seat.stack + step.amount - step.to), 0
    if step.kind == "award":
        return change(seat, stack=seat.stack + step.amount, won=seat.won + step.amount), -step.amount
    return seat, 0
