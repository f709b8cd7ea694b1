"""The poker hand history format (PHH), as pokerkit reads it.

Players go round from the left of the button, p1 first. A late live post stands among the blinds below zero,
as pokerkit has it; dead money counts as an ante. Only the first board of several is told by actions: the
format has no word for running it twice; `_boards` has them all, and `finishing_stacks` are the whole hand's.
Where readers of the format come to other stacks, `_beyond` says why.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from services.history.exports.phh_actions import actions, least_bet
from services.history.exports.phh_beyond import beyond
from services.history.hands.told_hand import ANTES, ToldHand


def phh(hand: ToldHand) -> str:
    """The whole file."""
    hand = hand.named_apart()
    started = datetime.fromtimestamp(hand.started_ms / 1000, UTC)
    least = least_bet(hand)
    lines = {
        "variant": _text("NT"),
        "ante_trimming_status": "true" if _same_antes(hand) else "false",
        "antes": _list(_antes(hand)),
        "blinds_or_straddles": _list(_blinds(hand)),
        "min_bet": str(least),
        "starting_stacks": _list([player.stack for player in hand.players]),
        "actions": _texts(actions(hand)),
        "time": f"{started:%H:%M:%S}",
        "time_zone": _text("UTC"),
        "day": str(started.day),
        "month": str(started.month),
        "year": str(started.year),
        "hand": str(hand.hand),
        "seats": _list([player.seat for player in hand.players]),
        "seat_count": str(hand.table_seats),
        "table": _text(hand.table),
        "players": _texts(player.name for player in hand.players),
        "finishing_stacks": _list([player.final_stack for player in hand.players]),
        "winnings": _list([player.won for player in hand.players]),
        "currency": _text(hand.currency),
        "_rake": str(hand.rake),
    }
    if least != hand.big_blind:
        lines["_min_bet"] = str(hand.big_blind)
    if len(hand.boards) > 1:
        lines["_boards"] = _texts(hand.boards)
    if any(player.insurance for player in hand.players):
        lines["_insurance"] = _list([player.insurance for player in hand.players])
    if why := beyond(hand):
        lines["_beyond"] = _texts(why)
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
    amounts = list(posted.values())
    if hand.small_blind_seat and hand.small_blind_seat == hand.players[-1].seat:
        # Where the button posts as much as the big blind, readers take it for that; below zero they do not.
        amounts[-1] = -amounts[-1] if amounts[-1] == hand.big_blind else amounts[-1]
    return _in_order(amounts)


def _list(numbers: list[int]) -> str:
    return "[" + ", ".join(map(str, numbers)) + "]"


def _texts(texts: Iterable[str]) -> str:
    return "[" + ", ".join(map(_text, texts)) + "]"


def _text(text: str) -> str:
    """A TOML string; what cannot stand in one is left out."""
    plain = "".join(one for one in text if one.isprintable() and one not in "'\\")
    return f"'{plain}'"
