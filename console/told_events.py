"""A table's events in a player's words, one line or none an event; public things only, whoever asks."""

from collections.abc import Callable, Iterable
from typing import Any

from console.supervisor.log_line import printable
from riverrun.contracts.table_events import (
    AntePosted,
    BettingClosed,
    BlindPosted,
    BoardDealt,
    BuyInConfirmed,
    HandEnded,
    HandMucked,
    HandSealed,
    HandShown,
    HandsTurnedUp,
    HoleCardsDealt,
    PlayerBet,
    PlayerCalled,
    PlayerCameBack,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    PlayStopped,
    PotAwarded,
    RakeTaken,
    RunsAgreed,
    TableEvent,
    TableOpened,
    UncalledBetReturned,
)
from riverrun.holdem.hand_names import hand_name
from riverrun.holdem.state import Table, live_players, pot_of, seat_at
from riverrun.kernel.cards import TEXTS, Card
from riverrun.kernel.identifiers import SeatNo

_BLINDS = {
    "sb": "posts the small blind",
    "bb": "posts the big blind",
    "straddle": "straddles for",
    "post": "posts",
    "dead": "posts, dead,",
}
_SAT_OUT = {
    "asked": "sits out",
    "time_outs": "sits out: time ran out too often",
    "no_chips": "sits out: no chips are left",
    "disconnected": "sits out: the connection is gone",
}


def told(before: Table | None, after: Table, event: TableEvent) -> list[str]:
    """What to say of an event that made one table of another. Nothing is said of what is secret."""
    teller = _TELLERS.get(type(event))
    if teller is None:
        return []
    # Who stands up has a name only before.
    return teller(before if type(event) is PlayerStoodUp else after, event)


def name_at(table: Table, number: SeatNo) -> str:
    """Who sits there; with the seat where two have one name."""
    seat = seat_at(table, number)
    if seat is None:
        return f"seat {number}"
    alone = sum(other.name == seat.name for other in table.seats) == 1
    name = printable(seat.name) or f"seat {number}"
    return name if alone else f"{name} ({number})"


def spaced(cards: Iterable[Card]) -> str:
    """Cards as people write them: `Ah 7d 2c`."""
    return " ".join(TEXTS[card] for card in cards)


def pot_name(number: int) -> str:
    """A pot by its place."""
    return "the main pot" if not number else f"side pot {number}"


# -- seats


def _opened(_: Table, event: TableOpened) -> list[str]:
    config = event.config
    stakes = f"{config.small_blind:,}/{config.big_blind:,}"
    return [f"The table opens: {printable(config.name)}, {config.seats} seats, blinds {stakes}"]


def _sat_down(table: Table, event: PlayerSatDown) -> list[str]:
    return [f"{name_at(table, event.seat)} takes seat {event.seat}"]


def _bought(table: Table, event: BuyInConfirmed) -> list[str]:
    return [f"{name_at(table, event.seat)} brings {event.amount:,}"]


def _sat_out(table: Table, event: PlayerSatOut) -> list[str]:
    return [f"{name_at(table, event.seat)} {_SAT_OUT[event.reason]}"]


def _came_back(table: Table, event: PlayerCameBack) -> list[str]:
    return [f"{name_at(table, event.seat)} is back"]


def _stood_up(table: Table, event: PlayerStoodUp) -> list[str]:
    return [f"{name_at(table, event.seat)} leaves with {event.amount:,}"]


def _stopped(_: Table, __: PlayStopped) -> list[str]:
    return ["Play stops: fewer than two can be dealt in"]


# -- betting


def _ante(table: Table, event: AntePosted) -> list[str]:
    return [f"{name_at(table, event.seat)} posts an ante of {event.amount:,}"]


def _blind(table: Table, event: BlindPosted) -> list[str]:
    short = "" if event.amount == event.price else f" (short of {event.price:,})"
    return [f"{name_at(table, event.seat)} {_BLINDS[event.kind]} {event.amount:,}{short}"]


def _dealt(table: Table, _: HoleCardsDealt) -> list[str]:
    assert table.hand is not None
    return [f"Everyone has two cards, sealed under {table.hand.commitment.hex()[:16]}…"]


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


# -- the end


def _closed(table: Table, event: BettingClosed) -> list[str]:
    assert table.hand is not None
    lines = [
        f"{pot_name(number).capitalize()}: {pot.amount:,}"
        for number, pot in enumerate(event.pots)
        if len(event.pots) > 1
    ]
    showdown = len(live_players(table.hand)) > 1 and not event.all_in
    return [*lines, *(["", "Showdown"] if showdown else [])]


def _runs(_: Table, event: RunsAgreed) -> list[str]:
    return [f"The rest of the board is dealt {event.runs} times"]


def _turned_up(table: Table, event: HandsTurnedUp) -> list[str]:
    return [f"{name_at(table, seat)} turns up {spaced(cards)}" for seat, cards in event.hands]


def _shown(table: Table, event: HandShown) -> list[str]:
    says = f"{name_at(table, event.seat)} shows {spaced(event.cards)}"
    names = ", ".join(hand_name(rank) for rank in event.ranks)
    return [f"{says}: {names}" if names else says]


def _mucked(table: Table, event: HandMucked) -> list[str]:
    return [f"{name_at(table, event.seat)} mucks"]


def _raked(_: Table, event: RakeTaken) -> list[str]:
    return [f"The club takes {event.amount:,} from {pot_name(event.pot)}"]


def _awarded(table: Table, event: PotAwarded) -> list[str]:
    return [f"{name_at(table, event.seat)} wins {event.amount:,} from {pot_name(event.pot)}"]


def _ended(table: Table, event: HandEnded) -> list[str]:
    stacks = ", ".join(f"{name_at(table, seat)} {stack:,}" for seat, stack in event.stacks)
    return ["", f"Stacks: {stacks}"]


def _sealed(_: Table, event: HandSealed) -> list[str]:
    return [f"The deck's proof is published, {len(event.public)} public cards opened"]


_TELLERS: dict[type[Any], Callable[[Any, Any], list[str]]] = {
    TableOpened: _opened,
    PlayerSatDown: _sat_down,
    BuyInConfirmed: _bought,
    PlayerSatOut: _sat_out,
    PlayerCameBack: _came_back,
    PlayerStoodUp: _stood_up,
    PlayStopped: _stopped,
    AntePosted: _ante,
    BlindPosted: _blind,
    HoleCardsDealt: _dealt,
    PlayerFolded: _folded,
    PlayerChecked: _checked,
    PlayerCalled: _called,
    PlayerBet: _bet,
    PlayerRaised: _raised,
    UncalledBetReturned: _uncalled,
    BoardDealt: _board,
    BettingClosed: _closed,
    RunsAgreed: _runs,
    HandsTurnedUp: _turned_up,
    HandShown: _shown,
    HandMucked: _mucked,
    RakeTaken: _raked,
    PotAwarded: _awarded,
    HandEnded: _ended,
    HandSealed: _sealed,
}
"""No line for what is secret, nor for a turn's start and the hand's: those are shown, not told."""
