"""Who sits at a table, and whom it admits: asked of the table itself."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
from msgspec import Struct

from riverrun.contracts.admission import AdmissionOptions
from riverrun.contracts.table_commands import View
from riverrun.kernel.identifiers import PlayerId, TableId
from services.gateway.caller import Caller
from services.gateway.tables import Tables


class _Seat(Struct, frozen=True):
    player: PlayerId


class _Config(Struct, frozen=True):
    admission: AdmissionOptions = AdmissionOptions()


class _View(Struct, frozen=True):
    seats: list[_Seat]
    config: _Config = _Config()
    owner: PlayerId = ""


class _Answer(Struct, frozen=True):
    view: _View


class Seated(Struct, frozen=True):
    """What the door needs to know of a table."""

    players: frozenset[PlayerId]
    admission: AdmissionOptions
    owner: PlayerId


SeatedAt: TypeAlias = Callable[[TableId, Caller], Awaitable[Seated]]
"""Asks a table. Raises `RefusedByTable`, `TableUnavailable`."""

_decode = msgspec.json.Decoder(_Answer).decode


def asking(tables: Tables) -> SeatedAt:
    """Ask through these."""

    async def seated(table: TableId, caller: Caller) -> Seated:
        view = _decode(await tables.query(table, caller, View())).view
        players = frozenset([seat.player for seat in view.seats])
        return Seated(players, view.config.admission, view.owner)

    return seated
