"""Who sits at a table, and whom it admits: asked of the table itself."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from riverrun.contracts.admission import AdmissionOptions
from riverrun.contracts.table_commands import View
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId
from services.gateway.caller import Caller
from services.gateway.tables import Tables


class _Seat(Struct, frozen=True):
    player: PlayerId
    stack: Chips = 0
    contribution: Chips = 0


class _Config(Struct, frozen=True):
    admission: AdmissionOptions = AdmissionOptions()
    club: str = ""


class _View(Struct, frozen=True):
    seats: list[_Seat]
    config: _Config = _Config()
    owner: PlayerId = ""
    closed: str = ""
    rolled_to: TableId = ""


class _Answer(Struct, frozen=True):
    view: _View


class Seated(Struct, frozen=True):
    """What the door needs to know of a table."""

    players: frozenset[PlayerId]
    admission: AdmissionOptions
    owner: PlayerId
    chips: Mapping[PlayerId, Chips] = {}
    """What each has at the table, what lies in the pot included."""
    club: str = ""
    closed: str = ""


SeatedAt: TypeAlias = Callable[[TableId, Caller], Awaitable[Seated]]
"""Asks a table. Raises `RefusedByTable`, `TableUnavailable`."""

_decode = msgspec.json.Decoder(_Answer).decode


def asking(tables: Tables) -> SeatedAt:
    """Ask through these; of a table that has rolled, under the id where the game goes on."""

    async def seated(table: TableId, caller: Caller) -> Seated:
        view = _decode(await tables.query(table, caller, View())).view
        while view.rolled_to:
            view = _decode(await tables.query(view.rolled_to, caller, View())).view
        players = frozenset([seat.player for seat in view.seats])
        chips = {seat.player: seat.stack + seat.contribution for seat in view.seats}
        return Seated(players, view.config.admission, view.owner, chips, view.config.club, view.closed)

    return seated
