"""A wish beside the hand, carried to the table."""

from typing import Protocol, assert_never

from console.table_screen.answer import NoAnswer
from console.table_screen.names import names_of
from console.table_screen.standing import (
    AutoTopUp,
    Emoji,
    Misworded,
    MoveSeat,
    Mute,
    Prefer,
    RestAtBigBlind,
    StandingWish,
    Throw,
)
from riverrun.contracts.table_events import RunItPreference, StraddlePreference
from riverrun.contracts.views import TableView
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo


class StandsBy(Protocol):
    """What a person may want beside the hand; `WatchedTable` can."""

    @property
    def view(self) -> TableView: ...

    async def sit_out(self, *, at_big_blind: bool = False) -> None: ...

    async def move_seat(self, seat: SeatNo | None, *, post: bool = False) -> None: ...

    async def auto_top_up(self, below: Chips, to: Chips = 0) -> None: ...

    async def prefer_straddle(self, preference: StraddlePreference) -> None: ...

    async def prefer_run_it(self, preference: RunItPreference) -> None: ...

    async def show_emoji(self, emoji: str) -> None: ...

    async def throw(self, thing: str, at: SeatNo) -> None: ...

    def mute(self, player: PlayerId, *, muted: bool = True) -> None: ...


async def fulfil_standing(wish: StandingWish, table: StandsBy) -> tuple[str, ...]:
    """Do it; say what the table's own story does not tell. Raises `NoAnswer`."""
    match wish:
        case MoveSeat(seat=seat, post=post):
            await table.move_seat(seat, post=post)
        case AutoTopUp(below=below, to=to):
            await table.auto_top_up(below, to)
        case RestAtBigBlind():
            await table.sit_out(at_big_blind=True)
        case Prefer(what="straddle", preference=preference):
            await table.prefer_straddle(preference)
        case Prefer(preference=preference):
            await table.prefer_run_it(preference)
        case Emoji(emoji=emoji):
            await table.show_emoji(emoji)
        case Throw(thing=thing, whom=whom):
            await table.throw(thing, _seat_of(whom, table.view))
        case Mute(whom=whom, muted=muted):
            return (_mute(whom, muted, table),)
        case Misworded(why=why):
            return (why,)
        case _:
            assert_never(wish)
    return ()


def _mute(whom: str, muted: bool, table: StandsBy) -> str:
    number = _seat_of(whom, table.view)
    player = next(seat.player for seat in table.view.seats if seat.seat == number)
    table.mute(player, muted=muted)
    name = names_of(table.view)[number]
    return (
        f"You hear no more of {name}; `unmute {number}` changes that." if muted else f"You hear {name} again."
    )


def _seat_of(whom: str, view: TableView) -> SeatNo:
    """By the seat's number, else by the name that alone begins so."""
    names = names_of(view)
    if whom.isdecimal() and int(whom) in names:
        return int(whom)
    found = [seat for seat, name in names.items() if name.lower().startswith(whom.lower())]
    if len(found) != 1:
        raise NoAnswer(f"{'Nobody here' if not found else 'More than one here'} is called “{whom}”.")
    return found[0]
