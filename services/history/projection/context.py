"""What a table is like between hands, as far as rows need it: its options, and who sits where."""

from typing import Any

import msgspec

from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    OptionsChanged,
    PlayerSatDown,
    PlayerStoodUp,
    SeatChanged,
    TableCarriedOn,
    TableOpened,
)


class Sitter(msgspec.Struct, frozen=True, array_like=True):
    """Who sits in a seat."""

    player: str
    name: str


NOBODY = Sitter("", "")


class Context(msgspec.Struct, frozen=True):
    """Stored beside the hands, so that reading may begin in the middle of the log."""

    config: TableConfig
    seats: dict[int, Sitter] = {}

    def after(self, event: Any) -> "Context":
        """The context after an event; the same object where nothing changes."""
        match event:
            case OptionsChanged(config=config):
                return Context(config, self.seats)
            case PlayerSatDown(seat=seat, player=player, name=name):
                return Context(self.config, {**self.seats, seat: Sitter(player, name)})
            case PlayerStoodUp(seat=seat):
                return Context(self.config, _without(self.seats, seat))
            case TableCarriedOn(carried=carried):
                return Context(self.config, {one.seat: Sitter(one.player, one.name) for one in carried.seats})
            case SeatChanged(seat=seat, to=to):
                moved = _without(self.seats, seat)
                return Context(self.config, {**moved, to: self.seats[seat]} if seat in self.seats else moved)
            case _:
                return self


CHANGES_CONTEXT = (TableOpened, OptionsChanged, PlayerSatDown, PlayerStoodUp, SeatChanged, TableCarriedOn)

encode_context = msgspec.json.Encoder().encode
decode_context = msgspec.json.Decoder(Context).decode


def _without(seats: dict[int, Sitter], seat: int) -> dict[int, Sitter]:
    return {number: sitter for number, sitter in seats.items() if number != seat}
