"""What a person can type: a line read as a wish."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from console.table_screen.standing import StandingWish, read_standing
from riverrun.contracts.client_messages import Move
from riverrun.contracts.table_events import PresetMove
from riverrun.kernel.chips import Chips

Size: TypeAlias = Chips | Literal["min", "half", "pot"]
"""A total to bet or raise to, or how to find it."""


@dataclass(frozen=True)
class Decide:
    """An answer to a turn. `sure` folds also where a check is free."""

    do: Move | Literal["check_or_call", "bet_or_raise"]
    size: Size | None = None
    sure: bool = False


@dataclass(frozen=True)
class TopUp:
    """More chips; as many as the table allows where no amount is given."""

    amount: Chips | None = None


@dataclass(frozen=True)
class SitOut:
    pass


@dataclass(frozen=True)
class ComeBack:
    pass


@dataclass(frozen=True)
class Show:
    """Both cards, or the first (0) or second (1)."""

    which: int | None = None


@dataclass(frozen=True)
class LookAt:
    """The cards that would have come after all folded, or the last card of a run-out before its time."""

    cards: Literal["rabbit", "last_card"]


@dataclass(frozen=True)
class SetBefore:
    """What to do when the turn comes, decided before; `none`: not any more."""

    move: PresetMove | Literal["none"]


@dataclass(frozen=True)
class Order:
    """What only the table's owner may order."""

    order: Literal["pause", "go_on", "close", "bomb_pot", "refill"]


@dataclass(frozen=True)
class Chat:
    """Words to everybody at the table."""

    text: str


@dataclass(frozen=True)
class TakeTime:
    """The time bank, before the normal time is over."""


@dataclass(frozen=True)
class Say:
    """Yes or no to what the table asks."""

    yes: bool


@dataclass(frozen=True)
class Insure:
    """Cover a pot: all of it, what he has in it, for equal profit, or an amount; some outs left out."""

    cover: Chips | Literal["full", "even", "profit"]
    left_out: str = ""


@dataclass(frozen=True)
class Leave:
    pass


@dataclass(frozen=True)
class Explain:
    """What can be typed."""


@dataclass(frozen=True)
class Misread:
    """Nothing that is known; `why` says it to the person."""

    why: str


Wish: TypeAlias = (
    Decide
    | TopUp
    | SitOut
    | ComeBack
    | Show
    | LookAt
    | SetBefore
    | Order
    | Chat
    | TakeTime
    | Insure
    | Say
    | Leave
    | Explain
    | Misread
    | StandingWish
)

_PLAIN: dict[str, Wish] = {
    "f": Decide("fold"),
    "fold": Decide("fold", sure=True),
    "c": Decide("check_or_call"),
    "check": Decide("check"),
    "call": Decide("call"),
    "a": Decide("all_in"),
    "allin": Decide("all_in"),
    "o": SitOut(),
    "out": SitOut(),
    "sitout": SitOut(),
    "i": ComeBack(),
    "in": ComeBack(),
    "comeback": ComeBack(),
    "pause": Order("pause"),
    "goon": Order("go_on"),
    "closetable": Order("close"),
    "bomb": Order("bomb_pot"),
    "bombpot": Order("bomb_pot"),
    "refill": Order("refill"),
    "rabbit": LookAt("rabbit"),
    "squeeze": LookAt("last_card"),
    "time": TakeTime(),
    "bank": TakeTime(),
    "l": Leave(),
    "leave": Leave(),
    "q": Leave(),
    "y": Say(True),
    "yes": Say(True),
    "n": Say(False),
    "no": Say(False),
    "quit": Leave(),
    "?": Explain(),
    "h": Explain(),
    "help": Explain(),
}
_BEFORE: dict[str, PresetMove | Literal["none"]] = {
    "f": "fold",
    "fold": "fold",
    "c": "check",
    "check": "check",
    "cf": "check_fold",
    "checkfold": "check_fold",
    "call": "call",
    "any": "call_any",
    "callany": "call_any",
    "none": "none",
    "": "none",
}
_COVERS: dict[str, Literal["full", "even", "profit"]] = {"full": "full", "even": "even", "profit": "profit"}
_SIZES: dict[str, Size] = {"min": "min", "half": "half", "pot": "pot"}


def read_wish(line: str) -> Wish | None:
    """What a typed line means; None where it is empty."""
    text = line.strip().lower()
    if not text:
        return None
    if text.startswith("say "):
        return Chat(line.strip()[4:].strip())
    if text.startswith("buy"):
        return _insure(line.strip())
    if text.startswith("pre"):
        return _set_before(text)
    standing = read_standing(line)
    if standing is not None:
        return standing
    word, given = _split(text)
    if word in ("b", "bet", "r", "raise"):
        return _bet_or_raise(given)
    if word in ("t", "top", "topup"):
        return _top_up(given)
    if word in ("s", "show"):
        return _show(given)
    plain = _PLAIN.get(text.replace(" ", "").replace("-", ""))
    return plain or Misread(f"“{line.strip()}” is nothing I know. ? tells what you can type.")


def _split(text: str) -> tuple[str, str]:
    """The word and what follows it: `r 600`, `r600`, `raise to 600`, `top up 500`."""
    found = re.match(r"([a-z?]+?)(?:[ -]+(?:to|up)\b)?[ ]*((?:\d|min\b|half\b|pot\b).*)?$", text)
    return (found[1], found[2] or "") if found else (text, "")


def _set_before(text: str) -> Wish:
    """`pre call`, `pre-fold`, `pre check/fold`, `pre none`."""
    move = _BEFORE.get(re.sub(r"[ /-]", "", text.removeprefix("pre")))
    if move is None:
        return Misread("pre fold, pre check, pre cf (check or fold), pre call, pre any, pre none.")
    return SetBefore(move)


def _insure(line: str) -> Wish:
    """`buy full`, `buy even`, `buy profit`, `buy 500`, `buy 500 without KhKd`."""
    given, _, cards = line[3:].lower().partition("without")
    cover = _COVERS.get(given.strip()) or _amount(given.strip())
    left_out = re.sub(r"[ ,]", "", cards)
    if cover is None or not re.fullmatch(r"([2-9tjqka][cdhs])*", left_out):
        return Misread("buy full, buy even, buy profit or buy 500; `buy 500 without KhKd` leaves outs out.")
    return Insure(cover, re.sub(r".(?=[cdhs])", lambda rank: rank[0].upper(), left_out))


def _bet_or_raise(given: str) -> Wish:
    if given in _SIZES:
        return Decide("bet_or_raise", _SIZES[given])
    amount = _amount(given)
    if amount is None:
        return Misread("To how much? `r 600` raises to 600 in all; `r half`, `r pot` and `r min` work too.")
    return Decide("bet_or_raise", amount)


def _top_up(given: str) -> Wish:
    if not given:
        return TopUp()
    amount = _amount(given, least=0)
    return (
        Misread("How much? `t 5000` adds 5,000; `t` as much as is allowed.")
        if amount is None
        else TopUp(amount)
    )


def _show(given: str) -> Wish:
    if given in ("", "1", "2"):
        return Show(int(given) - 1 if given else None)
    return Misread("`s` shows both cards, `s 1` the first, `s 2` the second.")


def _amount(text: str, least: int = 1) -> Chips | None:
    digits = re.sub(r"(?<=\d)[,_ '](?=\d)", "", text)
    return int(digits) if re.fullmatch(r"\d{1,15}", digits) and int(digits) >= least else None
