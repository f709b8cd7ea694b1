"""What a case looks like, by type: the shapes of its fields, so that nothing in it goes unread."""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

Do: TypeAlias = Literal["fold", "check", "call", "bet", "raise", "all_in", "timeout"]
Bound: TypeAlias = int | str | None
"""A number of a turn's offer; null: none is open; `any`: either is right."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a case that is compared in full: a field unknown here is an error, not silence."""


class Header(msgspec.Struct, frozen=True):
    """What every case has."""

    id: str
    type: str
    kind: str = ""


class Post(Strict, frozen=True):
    live: int = 0
    dead: int = 0


class SeatStack(Strict, frozen=True):
    seat: int
    stack: int
    post: Post | None = None


class Ante(Strict, frozen=True):
    mode: Literal["classic", "bb"]
    amount: int


class Straddle(Strict, frozen=True):
    seat: int
    amount: int


class BombPot(Strict, frozen=True):
    ante: int
    boards: int = 1


class Rake(Strict, frozen=True):
    """Either a rate with a cap, or a `fixed` amount as a site's log tells it."""

    bps: int = 0
    cap: int | None = None
    no_flop_no_drop: bool = False
    fixed: int = 0


class Rules(Strict, frozen=True):
    reopen: Literal["cumulative", "strict"] = "cumulative"


class HandConfig(Strict, frozen=True):
    sb: int
    bb: int
    button: int
    seats: list[SeatStack]
    sb_seat: int | UnsetType | None = UNSET
    bb_seat: int | UnsetType = UNSET
    ante: Ante | None = None
    straddles: list[Straddle] = []
    bomb_pot: BombPot | None = None
    run_it: int = 1
    rake: Rake | None = None
    rules: Rules = Rules()


class RaiseBounds(Strict, frozen=True):
    min_to: int
    max_to: int


class Check(Strict, frozen=True, rename={"raises": "raise"}):
    """What must hold before the next action."""

    to_act: int | UnsetType | None = UNSET
    street: str | UnsetType = UNSET
    current_bet: int | UnsetType = UNSET
    call_amount: int | UnsetType = UNSET
    can_check: bool | UnsetType = UNSET
    raises: RaiseBounds | UnsetType | None = UNSET
    pot_total: int | UnsetType = UNSET
    stacks: dict[int, int] | UnsetType = UNSET
    all_in: list[int] | UnsetType = UNSET
    done: bool | UnsetType = UNSET


class Act(Strict, frozen=True):
    """A player acts; `to` is his total on this street after it."""

    seat: int
    do: Do
    to: int | None = None


class Illegal(Strict, frozen=True):
    """A player tries what must be refused with `error`, and must change nothing."""

    seat: int
    illegal: Do
    error: str
    to: Any = None


Step: TypeAlias = Act | Check | Illegal


class Pot(Strict, frozen=True):
    amount: int
    eligible: list[int]


class HandExpect(Strict, frozen=True):
    """Results, in the order in which they are compared; a missing one is not asserted."""

    error: str | UnsetType = UNSET
    final_stacks: dict[int, int] | UnsetType = UNSET
    uncalled: dict[int, int] | UnsetType = UNSET
    payouts: dict[int, int] | UnsetType = UNSET
    pots: list[Pot] | UnsetType = UNSET
    ended_by: str | UnsetType = UNSET
    rake: int | UnsetType = UNSET
    show_order: list[int] | UnsetType = UNSET
    show: dict[int, str] | UnsetType = UNSET
    winners_per_run: list[list[list[int]]] | UnsetType = UNSET


class HandCase(msgspec.Struct, frozen=True):
    config: HandConfig
    expect: HandExpect = HandExpect()
    steps: list[Any] = []
    holes: dict[int, str] = {}
    board: str = ""
    boards: list[str] = []
    posts: list[tuple[int, str, int]] | UnsetType = UNSET
    legal: list[tuple[Bound, Bound, Bound]] | UnsetType = UNSET
    notes: list[str] = []


class EvalExpect(Strict, frozen=True):
    ranking: list[list[str]] | UnsetType = UNSET
    categories: dict[str, str] = {}
    best5: dict[str, str] = {}


class EvalCase(msgspec.Struct, frozen=True):
    board: str
    hands: dict[str, str]
    expect: EvalExpect


class Contribution(Strict, frozen=True):
    seat: int
    amount: int
    folded: bool = False


class PotsExpect(Strict, frozen=True):
    pots: list[Pot] | UnsetType = UNSET
    uncalled: dict[int, int] | UnsetType = UNSET


class PotsCase(msgspec.Struct, frozen=True):
    contributions: list[Contribution]
    expect: PotsExpect


class SplitRow(Strict, frozen=True):
    amount: int
    order: list[int]
    winners: list[int]
    shares: dict[int, int]


class SplitCase(msgspec.Struct, frozen=True):
    rows: list[SplitRow]


class RunsRow(Strict, frozen=True):
    """A situation, and how often the board is then run; `agree` are who says yes."""

    live: list[int]
    agree: list[int]
    cards_to_come: int
    runs: int
    betting_over: bool = True
    insurance_taken: bool = False


class RunsPolicyCase(msgspec.Struct, frozen=True):
    rows: list[RunsRow]


class TableSetup(Strict, frozen=True):
    button_rule: Literal["dead", "moving"]
    sb: int
    bb: int
    seated: list[int]
    missed: dict[int, list[str]] = {}
    return_mode: str = ""


class FirstHand(Strict, frozen=True):
    button: int
    bb: int
    sb: int | None = None


class SeatEvent(Strict, frozen=True):
    seat: int
    event: Literal["leave", "bust", "sit_out", "join", "join_now", "return", "rebuy"]
    choice: Literal["wait", "post"] | None = None


class PlacesExpect(Strict, frozen=True):
    button: int | UnsetType = UNSET
    sb: int | UnsetType | None = UNSET
    bb: int | UnsetType = UNSET
    first_to_act: int | UnsetType = UNSET
    dealt: list[int] | UnsetType = UNSET
    posts: list[tuple[int, str, int]] | UnsetType = UNSET
    missed: dict[int, list[str]] | UnsetType = UNSET


class NextHand(Strict, frozen=True):
    expect: PlacesExpect
    events: list[SeatEvent] = []


class TableCase(msgspec.Struct, frozen=True):
    config: TableSetup
    first_hand: FirstHand
    hands: list[NextHand]


def step_of(raw: Any) -> Step:
    """A step of a hand in either of its forms. Raises `msgspec.ValidationError`."""
    if isinstance(raw, list):
        return msgspec.convert(dict(zip(("seat", "do", "to"), raw, strict=False)), Act)
    if isinstance(raw, dict) and "check" in raw:
        return msgspec.convert(raw["check"], Check, str_keys=True)
    if isinstance(raw, dict) and "illegal" in raw:
        return msgspec.convert(raw, Illegal)
    return msgspec.convert(raw, Act)
