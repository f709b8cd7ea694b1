"""From the street to a seat: who the person is, which table, and how many chips."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from console.table_screen.kept_guests import KeptGuests
from console.table_screen.names import printable
from console.table_screen.refused_words import in_words
from riverrun.client import Refused, RiverrunClient, WatchedTable
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId

BUY_IN_BIG_BLINDS = 100


class CannotEnter(Exception):
    """There is no seat to be had; the message says why, to the person."""


@dataclass(frozen=True)
class Wanted:
    """What the person asked for on the command line."""

    url: str
    name: str
    table: TableId | None = None
    buy_in: Chips | None = None
    seat: SeatNo | None = None
    waits: bool = False


Choose = Callable[[Sequence[LobbyEntry]], LobbyEntry]
"""Picks one of several tables."""


async def watched(
    client: RiverrunClient, wanted: Wanted, guests: KeptGuests | None, choose: Choose
) -> WatchedTable:
    """The table wanted, seen as who the person was before, or else as a new guest. Raises `CannotEnter`.

    Without `guests` the person is logged in, and nobody else.
    """
    if guests is not None:
        await _come_back(client, wanted, guests)
    try:
        return await _table(client, wanted, choose)
    except Refused as refused:
        if guests is None and refused.code in ("not_authenticated", "session_over"):
            raise CannotEnter("You are logged in no more: `riverrun login`.") from refused
        if guests is None or refused.code != "not_authenticated":
            raise CannotEnter(in_words(refused)) from refused
    await _be_new(client, wanted, guests)
    return await _table(client, wanted, choose)


async def _table(client: RiverrunClient, wanted: Wanted, choose: Choose) -> WatchedTable:
    return await client.watch(wanted.table or choose(await _open_tables(client)).table)


async def _come_back(client: RiverrunClient, wanted: Wanted, guests: KeptGuests) -> None:
    token = guests.token(wanted.url, wanted.name)
    if token:
        client.login(token)
    else:
        await _be_new(client, wanted, guests)


async def _be_new(client: RiverrunClient, wanted: Wanted, guests: KeptGuests) -> None:
    try:
        guest = await client.login_guest(wanted.name)
    except Refused as refused:
        raise CannotEnter(in_words(refused)) from refused
    guests.keep(wanted.url, wanted.name, guest.token)


async def _open_tables(client: RiverrunClient) -> list[LobbyEntry]:
    tables = await client.tables()
    if not tables:
        raise CannotEnter("No table is open there: `riverrun up` opens some.")
    return tables


async def seated(table: WatchedTable, wanted: Wanted, player: PlayerId, say: Callable[[str], None]) -> str:
    """Take the seat wanted, or the one that is still the person's; words of welcome. Raises `CannotEnter`."""
    at = f"{printable(str(table.view.config['name']))} as {wanted.name}"
    try:
        if table.seat is None:
            await _sit_down_or_wait(table, wanted, player, say)
            return f"You play at {at}. ? tells what you can type."
        if table.seat.standing == "sitting_out" and table.seat.stack:
            await table.come_back()
    except Refused as refused:
        if refused.code not in ("already_seated", "not_sitting_out"):
            raise CannotEnter(in_words(refused)) from refused
    return f"Welcome back to {at}. Your seat is still yours; ? tells what you can type."


async def _sit_down_or_wait(
    table: WatchedTable, wanted: Wanted, player: PlayerId, say: Callable[[str], None]
) -> None:
    """At a full table, who said so stands in line, and takes the seat that is kept for him (R8.7)."""
    try:
        await _sit_down(table, wanted)
    except Refused as refused:
        if refused.code not in ("table_full", "seat_reserved") or not wanted.waits:
            raise
        seat = await _seat_kept(table, player, say) if await _stands_in_line(table) else wanted.seat
        await _sit_down(table, replace(wanted, seat=seat))


async def _stands_in_line(table: WatchedTable) -> bool:
    """False: a seat has become free meanwhile."""
    try:
        await table.join_waiting_list()
    except Refused as refused:
        if refused.code not in ("already_waiting", "seat_is_free"):
            raise
        return refused.code == "already_waiting"
    return True


async def _seat_kept(table: WatchedTable, player: PlayerId, say: Callable[[str], None]) -> SeatNo:
    """The seat that is kept for who stands in line, once there is one. Raises `CannotEnter`."""
    place = -1
    updates = aiter(table)
    try:
        while True:
            line = [waiter.player for waiter in table.view.waiting_list]
            if player in line:
                if seat := table.view.waiting_list[line.index(player)].seat:
                    return seat
                if line.index(player) != place:
                    place = line.index(player)
                    say(f"The table is full: you are number {place + 1} in line. Ctrl-C gives that up.")
            elif place >= 0:
                raise CannotEnter("You are off the waiting list: the seat was not taken in time.")
            await anext(updates)
    except asyncio.CancelledError:
        await table.leave_waiting_list()
        raise


async def _sit_down(table: WatchedTable, wanted: Wanted) -> None:
    """Who named no amount brings what the table wants of who left it a while ago (R8.6)."""
    try:
        await table.sit_down(wanted.buy_in or _usual_buy_in(table), wanted.seat)
    except Refused as refused:
        least = refused.details.get("min_buy_in")
        if refused.code != "returning_stack" or wanted.buy_in or not isinstance(least, int):
            raise
        await table.sit_down(least, wanted.seat)


def _usual_buy_in(table: WatchedTable) -> Chips:
    config = table.view.config
    usual = BUY_IN_BIG_BLINDS * int(config["big_blind"])
    return min(max(usual, int(config["min_buy_in"])), int(config["max_buy_in"]))
