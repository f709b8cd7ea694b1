"""A hand as a PHH file tells it, every amount in whole chips."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, tzinfo
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from console.phh_files.bad_phh import BadPhh

NO_LIMIT_HOLDEM = "NT"
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings", "_insurance")
_AMOUNTS = ("min_bet", "_min_bet", "_rake")
MOST_PLAYERS = 9
MOST_DECIMALS = 4
MOST_CHIPS = 10**15
LAST_DAY_MS = 4_000_000_000_000
"""In 2096. History holds times from 1970 until then, and one that it cannot hold would stop it for ever."""


class PhhHand(msgspec.Struct, frozen=True):
    """The fields that matter here; others are passed over. `p1` is left of the button."""

    variant: str
    antes: list[int]
    blinds_or_straddles: list[int]
    min_bet: int
    starting_stacks: list[int]
    actions: list[str]
    seats: list[int] = []
    players: list[str] = []
    finishing_stacks: list[int] = []
    currency: str = ""
    event: str = ""
    venue: str = ""
    year: int = 0
    month: int = 1
    day: int = 1
    time_zone: str = "UTC"
    rake: int | None = msgspec.field(default=None, name="_rake")
    whole_bet: int | None = msgspec.field(default=None, name="_min_bet")
    boards: list[str] = msgspec.field(default=[], name="_boards")
    insurance: list[int] = msgspec.field(default=[], name="_insurance")
    at: str = ""
    decimals: int = 0
    """How many places of the file's amounts are whole chips here."""

    @property
    def least_bet(self) -> int:
        """The big blind; our own files of a short one tell it apart from what completes that."""
        return self.min_bet if self.whole_bet is None else self.whole_bet

    def played_ms(self) -> int:
        """When it was played, in Unix milliseconds; 0: the file does not say."""
        if not self.year:
            return 0
        try:
            clock = time.fromisoformat(self.at) if self.at else time()
            at = datetime(self.year, self.month, self.day, tzinfo=_zone(self.time_zone))
            played_ms = int(datetime.combine(at.date(), clock, at.tzinfo).timestamp() * 1000)
        except (ValueError, OverflowError, OSError) as error:
            raise BadPhh("bad_field", f"no time of any day: {error}", "year") from None
        if not 0 < played_ms < LAST_DAY_MS:
            raise BadPhh("bad_field", "a day from 1970 to 2096", "year")
        return played_ms


def phh_hand(fields: dict[str, Any]) -> PhhHand:
    """Read the fields of one hand, numbers with a point as `Decimal`. Raises `BadPhh`."""
    if "variant" not in fields:
        raise BadPhh("missing_field", "no `variant`: is this a PHH file?", "variant")
    if fields["variant"] != NO_LIMIT_HOLDEM:
        raise BadPhh("unknown_variant", "No-Limit Hold'em (`NT`) is what is played here", "variant")
    decimals = max((_decimals(amount) for amount in _all_amounts(fields)), default=0)
    if decimals > MOST_DECIMALS:
        raise BadPhh("bad_amount", f"at most {MOST_DECIMALS} places behind the point", "starting_stacks")
    whole = {**fields, "decimals": decimals, "at": str(fields.get("time", ""))}
    for key in _LISTS:
        if key in fields:
            if not isinstance(fields[key], list):
                raise BadPhh("bad_field", "a list of amounts", key)
            whole[key] = [_whole(amount, decimals, key) for amount in fields[key]]
    for key in _AMOUNTS:
        if key in fields:
            whole[key] = _whole(fields[key], decimals, key)
    try:
        hand = msgspec.convert(whole, PhhHand)
    except msgspec.ValidationError as error:
        raise BadPhh("bad_field", str(error), _field_in(str(error))) from None
    _require_players(hand)
    return hand


def _require_players(hand: PhhHand) -> None:
    count = len(hand.starting_stacks)
    if not 2 <= count <= MOST_PLAYERS:
        raise BadPhh("bad_players", f"2 to {MOST_PLAYERS} players", "starting_stacks")
    for key in ("antes", "blinds_or_straddles", "seats", "players", "finishing_stacks", "insurance"):
        found = getattr(hand, key)
        required = key in ("antes", "blinds_or_straddles")
        if len(found) != count and (found or required):
            raise BadPhh("bad_players", f"{len(found)} entries for {count} players", key)
    if min(hand.starting_stacks) <= 0 or min(hand.min_bet, hand.least_bet) <= 0:
        raise BadPhh("bad_amount", "stacks and the least bet are above zero", "starting_stacks")


def amount_in(text: str, decimals: int) -> int:
    """An amount of an action in whole chips. Raises `BadPhh`."""
    try:
        return _whole(Decimal(text), decimals, "actions")
    except ArithmeticError:
        raise BadPhh("bad_amount", f"{text!r} is no amount", "actions") from None


def _whole(amount: Any, decimals: int, key: str) -> int:
    if isinstance(amount, bool) or not isinstance(amount, int | Decimal):
        raise BadPhh("bad_amount", f"{amount!r} is no amount", key)
    exact = Decimal(amount).scaleb(decimals)
    if key == "starting_stacks" and exact == Decimal("inf"):
        raise BadPhh("unknown_stack", "`inf`: nobody knows how much it was", key)
    if not exact.is_finite() or abs(exact) > MOST_CHIPS:
        raise BadPhh("bad_amount", f"{amount} is not known, or beyond all bounds", key)
    return int(exact.to_integral_exact())


def _all_amounts(fields: dict[str, Any]) -> Iterator[Any]:
    for key in _LISTS:
        found = fields.get(key)
        yield from found if isinstance(found, list) else ()
    yield from (fields[key] for key in _AMOUNTS if key in fields)
    actions = fields.get("actions")
    for action in actions if isinstance(actions, list) else ():
        words = str(action).split()
        if len(words) > 2 and words[1] == "cbr":
            yield Decimal(words[2]) if words[2].replace(".", "", 1).isdecimal() else 0


def _decimals(amount: Any) -> int:
    if not isinstance(amount, Decimal) or not amount.is_finite():
        return 0
    exponent = int(amount.normalize().as_tuple().exponent)
    return -exponent if exponent < 0 else 0


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _field_in(words: str) -> str:
    """The field that a validation error names, such as `$.antes[0]` or a missing one's name."""
    _, _, path = words.partition("$.")
    key = path.split("[")[0].strip("`")
    return key or (words.split("`")[1] if words.count("`") > 1 else "")
