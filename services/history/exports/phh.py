"""The poker hand history format (PHH), as pokerkit reads it.

Players go round from the left of the button, p1 first. A late live post stands among the blinds below zero,
as pokerkit has it; dead money counts as an ante. Only the first board of several is told by actions: the
format has no word for running it twice; `_boards` has them all, and `finishing_stacks` are the whole hand's.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise

from services.history.hands.frames import Frame, frames
from services.history.hands.told_hand import ANTES, SHOWS, Step, ToldHand, ToldPlayer

UNKNOWN_CARDS = "????"


def phh(hand: ToldHand) -> str:
    """The whole file."""
    hand = hand.named_apart()
    numbers = {player.seat: number for number, player in enumerate(hand.players, start=1)}
    started = datetime.fromtimestamp(hand.started_ms / 1000, UTC)
    lines = {
        "variant": _text("NT"),
        "ante_trimming_status": "true" if _same_antes(hand) else "false",
        "antes": _list(_antes(hand)),
        "blinds_or_straddles": _list(_blinds(hand)),
        "min_bet": str(hand.big_blind),
        "starting_stacks": _list([player.stack for player in hand.players]),
        "actions": "[" + ", ".join(_text(action) for action in _actions(hand, numbers)) + "]",
        "time": f"{started:%H:%M:%S}",
        "time_zone": _text("UTC"),
        "day": str(started.day),
        "month": str(started.month),
        "year": str(started.year),
        "hand": str(hand.hand),
        "seats": _list([player.seat for player in hand.players]),
        "seat_count": str(hand.table_seats),
        "table": _text(hand.table),
        "players": "[" + ", ".join(_text(player.name) for player in hand.players) + "]",
        "finishing_stacks": _list([player.final_stack for player in hand.players]),
        "winnings": _list([player.won for player in hand.players]),
        "currency": _text(hand.currency),
        "_rake": str(hand.rake),
    }
    if len(hand.boards) > 1:
        lines["_boards"] = "[" + ", ".join(_text(board) for board in hand.boards) + "]"
    if any(player.insurance for player in hand.players):
        lines["_insurance"] = _list([player.insurance for player in hand.players])
    return "".join(f"{name} = {value}\n" for name, value in lines.items())


def _antes(hand: ToldHand) -> list[int]:
    paid = {player.seat: 0 for player in hand.players}
    for step in hand.steps_of(*ANTES, "dead"):
        paid[step.seat] += step.amount
    return _in_order(list(paid.values()))


def _in_order(amounts: list[int]) -> list[int]:
    """Heads-up the format names the small blind first, though the button posts it."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def _same_antes(hand: ToldHand) -> bool:
    """Whether antes count for uncalled chips: classic ones do, a big blind's and dead money do not."""
    return not hand.steps_of("bb_ante", "dead")


def _blinds(hand: ToldHand) -> list[int]:
    posted = {player.seat: 0 for player in hand.players}
    for step in hand.steps_of("sb", "bb", "straddle", "post"):
        # A short blind costs the others its full price; who has posted straddles on top of that.
        full = {"sb": hand.small_blind, "bb": hand.big_blind}.get(step.kind, step.to)
        posted[step.seat] = -full if step.kind == "post" else full
    return _in_order(list(posted.values()))


def _actions(hand: ToldHand, numbers: dict[int, int]) -> Iterator[str]:
    for player in hand.players:
        yield f"d dh p{numbers[player.seat]} {_hole_cards(player)}"
    done: set[int] = set()
    """Who has folded, shown or mucked: what he shows afterwards is beyond the format."""
    for before, after in pairwise(frames(hand)):
        step = after.step
        assert step is not None, "only the first frame is before any step"
        who = f"p{numbers.get(step.seat, 0)}"
        match step.kind:
            case "fold":
                done.add(step.seat)
                yield f"{who} f"
            case "check" | "call":
                yield f"{who} cc"
            case "bet" | "raise":
                yield f"{who} cc" if _nobody_could_answer(before, step) else f"{who} cbr {step.to}"
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


def _nobody_could_answer(before: Frame, step: Step) -> bool:
    """A raise beyond what anybody else has goes back whole; the format's readers know none (R4.3)."""
    others = [one for one in before.seats if one.seat != step.seat and not one.folded]
    bet = max(one.bet for one in before.seats)
    return all(one.stack + one.bet <= bet for one in others)


def _hole_cards(player: ToldPlayer) -> str:
    return player.cards if len(player.cards) == 4 else UNKNOWN_CARDS


def _list(numbers: list[int]) -> str:
    return "[" + ", ".join(map(str, numbers)) + "]"


def _text(text: str) -> str:
    """A TOML string; what cannot stand in one is left out."""
    plain = "".join(one for one in text if one.isprintable() and one not in "'\\")
    return f"'{plain}'"
