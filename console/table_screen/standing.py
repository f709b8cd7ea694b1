"""Wishes beside the hand in progress: seat, chips, preferences, and talk without words."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riverrun.contracts.talk import EMOJI, THROWABLES
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

Preference: TypeAlias = Literal["ask", "always", "never"]


@dataclass(frozen=True)
class MoveSeat:
    """To another seat after the hand; None: stay. `post` rather than wait."""

    seat: SeatNo | None
    post: bool = False


@dataclass(frozen=True)
class AutoTopUp:
    """Below so many chips up to so many (0: the table's maximum); below 0: no more."""

    below: Chips
    to: Chips = 0


@dataclass(frozen=True)
class RestAtBigBlind:
    """Sit out once the big blind comes."""


@dataclass(frozen=True)
class Prefer:
    """What to answer from now on."""

    what: Literal["straddle", "run_it"]
    preference: Preference


@dataclass(frozen=True)
class Emoji:
    emoji: str


@dataclass(frozen=True)
class Throw:
    """Something at somebody: a seat's number, or the beginning of a name."""

    thing: str
    whom: str


@dataclass(frozen=True)
class Mute:
    """Hear no more of somebody, or hear it again."""

    whom: str
    muted: bool = True


@dataclass(frozen=True)
class Misworded:
    """The wish is known, what goes with it is not."""

    why: str


StandingWish: TypeAlias = MoveSeat | AutoTopUp | RestAtBigBlind | Prefer | Emoji | Throw | Mute | Misworded

_PREFERENCES: dict[str, Preference] = {
    "ask": "ask",
    "always": "always",
    "yes": "always",
    "never": "never",
    "no": "never",
}
_OFF = ("", "off", "none", "no", "0")


def read_standing(line: str) -> StandingWish | None:
    """What a typed line wants beside the hand; None where it wants something else."""
    word, _, given = line.strip().lower().partition(" ")
    given = given.strip()
    if word.startswith(":"):
        return _emoji(word[1:])
    match word:
        case "move" | "seat":
            return _move(given)
        case "auto":
            return _auto(given)
        case "bb":
            return RestAtBigBlind()
        case "straddle":
            return _prefer("straddle", given)
        case "runit":
            return _prefer("run_it", given)
        case "run" if given.startswith("it"):
            return _prefer("run_it", given.removeprefix("it").strip())
        case "emoji":
            return _emoji(given)
        case "throw":
            return _throw(given)
        case "mute" | "unmute":
            return Mute(given, word == "mute") if given else Misworded("Whom? `mute 3` or `mute bob`.")
        case _:
            return None


def _move(given: str) -> StandingWish:
    if given in _OFF:
        return MoveSeat(None)
    found = re.fullmatch(r"(?:to )?([1-9])( post)?", given)
    if found is None:
        return Misworded("`move 5` moves you to seat 5, `move 5 post` rather than wait, `move off` not.")
    return MoveSeat(int(found[1]), post=found[2] is not None)


def _auto(given: str) -> StandingWish:
    if given in _OFF:
        return AutoTopUp(0)
    found = re.fullmatch(r"(\d{1,12})(?: +(?:to +)?(\d{1,12}))?", re.sub(r"(?<=\d)[,_'](?=\d)", "", given))
    if found is None:
        return Misworded("`auto 5000` tops you up below 5,000, `auto 5000 8000` to 8,000, `auto off` not.")
    return AutoTopUp(int(found[1]), int(found[2] or 0))


def _prefer(what: Literal["straddle", "run_it"], given: str) -> StandingWish:
    preference = _PREFERENCES.get(given)
    word = "straddle" if what == "straddle" else "run it"
    if preference is None:
        return Misworded(f"{word} always, {word} never, or {word} ask.")
    return Prefer(what, preference)


def _emoji(given: str) -> StandingWish:
    name = given.strip(": ").replace(" ", "_").replace("-", "_")
    return Emoji(name) if name in EMOJI else Misworded(f"emoji {', '.join(EMOJI)}.".replace("_", "-"))


def _throw(given: str) -> StandingWish:
    thing, _, whom = given.partition(" ")
    whom = whom.strip().removeprefix("at ").strip()
    if thing not in THROWABLES or not whom:
        return Misworded(f"`throw tomato 3` or `throw tomato bob`; there are: {', '.join(THROWABLES)}.")
    return Throw(thing, whom)
