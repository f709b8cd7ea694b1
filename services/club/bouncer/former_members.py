"""Who sits or waits at a club's table and is no member of the club any more."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from riverrun.kernel.identifiers import PlayerId, TableId
from services.club.bouncer.seatings import TableSeats
from services.club.clubs.clubs import Clubs
from services.club.clubs.directory import Directory
from services.club.clubs.refusals import UnknownClub


class Stranger(NamedTuple):
    """A player at a table whose club seems not to be his."""

    club: str
    table: TableId
    player: PlayerId
    sits: bool


def strangers(directory: Directory, tables: Iterable[tuple[TableId, TableSeats]]) -> list[Stranger]:
    """By what is known here. Who sits and has not paid yet may be made a member by his first buy-in."""
    return [
        Stranger(there.club, table, player, sits)
        for table, there in tables
        for player, sits in _present(there)
        if not directory.is_member(there.club, player)
    ]


def _present(there: TableSeats) -> Iterator[tuple[PlayerId, bool]]:
    for sitting in there.seats.values():
        if sitting.has_bought:
            yield sitting.player, True
    for player in there.waiting:
        yield player, False


def former_members(clubs: Clubs, seeming: Sequence[Stranger]) -> list[Stranger]:
    """By the clubs' own word: an open house lets everybody wait. Blocks."""
    return [one for one in seeming if _has_to_leave(clubs, one)]


def _has_to_leave(clubs: Clubs, one: Stranger) -> bool:
    try:
        club = clubs.show(one.club)
    except UnknownClub:
        # The log holds a table and not its club, as after a repair of one: others are seen to meanwhile.
        return False
    lets_wait = club.limits.open_house and one.player not in club.banned
    return one.player not in club.members and (one.sits or not lets_wait)
