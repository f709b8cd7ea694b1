"""How a hand ends: pots, cards shown, awards."""

from collections.abc import Callable, Iterable
from typing import Any

from console.supervisor.log_line import printable
from console.telling.words import name_at, pot_name, spaced
from riverrun.client.equities import percent
from riverrun.contracts.table_events import (
    BettingClosed,
    EquitiesChanged,
    Equity,
    HandEnded,
    HandMucked,
    HandSealed,
    HandShown,
    HandsTurnedUp,
    HandVoided,
    PotAwarded,
    RabbitHunted,
    RakeTaken,
    RunsAgreed,
    RunsAsked,
    RunsRefused,
)
from riverrun.holdem.hand_names import hand_name
from riverrun.holdem.state import Table, live_players

WHOLE_BOARD = 5


def _closed(table: Table, event: BettingClosed) -> list[str]:
    assert table.hand is not None
    lines = [
        f"{pot_name(number).capitalize()}: {pot.amount:,}"
        for number, pot in enumerate(event.pots)
        if len(event.pots) > 1
    ]
    showdown = len(live_players(table.hand)) > 1 and not event.all_in
    return [*lines, *(["", "Showdown"] if showdown else [])]


def _runs_asked(_: Table, event: RunsAsked) -> list[str]:
    return [f"All are asked whether to deal the rest of the board {event.runs} times"]


def _runs_refused(_: Table, __: RunsRefused) -> list[str]:
    return ["Not all agree: the board is dealt once"]


def _rabbit_hunted(table: Table, event: RabbitHunted) -> list[str]:
    fee = f" for {event.fee:,}" if event.fee else ""
    return [f"{name_at(table, event.seat)} looks at the cards that would have come{fee}"]


def _runs(_: Table, event: RunsAgreed) -> list[str]:
    return [f"The rest of the board is dealt {event.runs} times"]


def _turned_up(table: Table, event: HandsTurnedUp) -> list[str]:
    told = [f"{name_at(table, seat)} turns up {spaced(cards)}" for seat, cards in event.hands]
    return [*told, *_worth(table, event.equities)]


def _equities(table: Table, event: EquitiesChanged) -> list[str]:
    return _worth(table, event.equities)


def _worth(table: Table, equities: Iterable[Equity]) -> list[str]:
    """What the main pot's hands are worth, a line a board."""
    told = []
    for one in equities:
        if one.pot == 0:
            seats = [f"{name_at(table, seat)} {percent(share, one.ways)} %" for seat, share in one.shares]
            told.append(f"worth{f' on board {one.board + 1}' if one.board else ''}  {', '.join(seats)}")
    return told


def _shown(table: Table, event: HandShown) -> list[str]:
    says = f"{name_at(table, event.seat)} shows {spaced(event.cards)}"
    names = ", ".join(hand_name(rank) for rank in event.ranks)
    return [f"{says}: {names}" if names else says]


def _mucked(table: Table, event: HandMucked) -> list[str]:
    return [f"{name_at(table, event.seat)} mucks"]


def _raked(_: Table, event: RakeTaken) -> list[str]:
    return [f"The club takes {event.amount:,} from {pot_name(event.pot)}"]


def _awarded(table: Table, event: PotAwarded) -> list[str]:
    boards = () if table.hand is None else table.hand.boards
    several = len(boards) > 1 and len(boards[event.board]) == WHOLE_BOARD
    which = f" on board {event.board + 1}" if several else ""
    return [f"{name_at(table, event.seat)} wins {event.amount:,} from {pot_name(event.pot)}{which}"]


def _voided(_: Table, event: HandVoided) -> list[str]:
    why = f": {printable(event.reason)}" if event.reason else ""
    return [f"The hand is void, and everyone gets back what was put in{why}"]


def _ended(table: Table, event: HandEnded) -> list[str]:
    stacks = ", ".join(f"{name_at(table, seat)} {stack:,}" for seat, stack in event.stacks)
    return ["", f"Stacks: {stacks}"]


def _sealed(_: Table, event: HandSealed) -> list[str]:
    return [f"The deck's proof is published, {len(event.public)} public cards opened"]


TELLERS: dict[type[Any], Callable[[Any, Any], list[str]]] = {
    BettingClosed: _closed,
    RunsAsked: _runs_asked,
    RunsRefused: _runs_refused,
    RunsAgreed: _runs,
    RabbitHunted: _rabbit_hunted,
    HandsTurnedUp: _turned_up,
    EquitiesChanged: _equities,
    HandShown: _shown,
    HandMucked: _mucked,
    RakeTaken: _raked,
    PotAwarded: _awarded,
    HandVoided: _voided,
    HandEnded: _ended,
    HandSealed: _sealed,
}
