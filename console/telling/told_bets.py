"""What happens in a hand until the betting is over."""

from collections.abc import Callable
from typing import Any

from console.telling.words import name_at, spaced
from riverrun.contracts.table_events import (
    AntePosted,
    BlindPosted,
    BoardDealt,
    CutAsked,
    DeckCut,
    HoleCardsDealt,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    StraddleAsked,
    StraddleDeclined,
    TimeBankStarted,
    UncalledBetReturned,
)
from riverrun.holdem.state import Table, pot_of

_BLINDS = {
    "sb": "posts the small blind",
    "bb": "posts the big blind",
    "straddle": "straddles for",
    "post": "posts",
    "dead": "posts, dead,",
}


def _straddle_asked(table: Table, event: StraddleAsked) -> list[str]:
    return [f"{name_at(table, event.seat)} may straddle for {event.price:,}"]


def _straddle_declined(table: Table, event: StraddleDeclined) -> list[str]:
    return [f"{name_at(table, event.seat)} posts no straddle"]


def _ante(table: Table, event: AntePosted) -> list[str]:
    return [f"{name_at(table, event.seat)} posts an ante of {event.amount:,}"]


def _blind(table: Table, event: BlindPosted) -> list[str]:
    short = "" if event.amount == event.price else f" (short of {event.price:,})"
    return [f"{name_at(table, event.seat)} {_BLINDS[event.kind]} {event.amount:,}{short}"]


def _cut_asked(table: Table, event: CutAsked) -> list[str]:
    return [f"{', '.join(name_at(table, one.seat) for one in event.cutters)}: asked to cut the deck"]


def _cut(table: Table, event: DeckCut) -> list[str]:
    names = [name_at(table, one.seat) for one in event.cutters if one.nonce]
    missing = [name_at(table, one.seat) for one in event.cutters if not one.nonce]
    left_out = f"; left out: {', '.join(missing)}" if missing else ""
    return [f"The deck is cut by {', '.join(names) or 'nobody'}{left_out}"]


def _dealt(table: Table, _: HoleCardsDealt) -> list[str]:
    assert table.hand is not None
    return [f"Everyone has two cards, sealed under {table.hand.commitment.hex()[:16]}…"]


def _took_time(table: Table, event: TimeBankStarted) -> list[str]:
    return [f"{name_at(table, event.seat)} takes time from the bank, {event.left_ms // 1000} s of it left"]


def _folded(table: Table, event: PlayerFolded) -> list[str]:
    return [f"{name_at(table, event.seat)} folds{_by_clock(event)}"]


def _checked(table: Table, event: PlayerChecked) -> list[str]:
    return [f"{name_at(table, event.seat)} checks{_by_clock(event)}"]


def _by_clock(event: PlayerFolded | PlayerChecked) -> str:
    return " as time runs out" if event.cause == "clock" else ""


def _called(table: Table, event: PlayerCalled) -> list[str]:
    return [f"{name_at(table, event.seat)} calls {event.amount:,}{_all_in(event)}"]


def _bet(table: Table, event: PlayerBet) -> list[str]:
    return [f"{name_at(table, event.seat)} bets {event.to:,}{_all_in(event)}"]


def _raised(table: Table, event: PlayerRaised) -> list[str]:
    return [f"{name_at(table, event.seat)} raises to {event.to:,}{_all_in(event)}"]


def _all_in(event: PlayerCalled | PlayerBet | PlayerRaised) -> str:
    return " and is all-in" if event.all_in else ""


def _uncalled(table: Table, event: UncalledBetReturned) -> list[str]:
    return [f"{event.amount:,} that nobody called go back to {name_at(table, event.seat)}"]


def _board(table: Table, event: BoardDealt) -> list[str]:
    assert table.hand is not None
    which = f" of board {event.board + 1}" if len(table.hand.boards) > 1 else ""
    board = spaced(table.hand.boards[event.board])
    return ["", f"{event.street.capitalize()}{which}  {board}  (pot {pot_of(table.hand):,})"]


TELLERS: dict[type[Any], Callable[[Any, Any], list[str]]] = {
    AntePosted: _ante,
    StraddleAsked: _straddle_asked,
    StraddleDeclined: _straddle_declined,
    BlindPosted: _blind,
    CutAsked: _cut_asked,
    DeckCut: _cut,
    HoleCardsDealt: _dealt,
    TimeBankStarted: _took_time,
    PlayerFolded: _folded,
    PlayerChecked: _checked,
    PlayerCalled: _called,
    PlayerBet: _bet,
    PlayerRaised: _raised,
    UncalledBetReturned: _uncalled,
    BoardDealt: _board,
}
