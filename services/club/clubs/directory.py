"""Which clubs there are, whose member one is, whose a table is: from the clubs' log."""

from collections.abc import Iterable
from threading import Lock
from typing import Any

from riverrun.kernel.identifiers import PlayerId, TableId
from services.club.clubs.application import ClubsApplication
from services.club.clubs.club_events import (
    ClubFounded,
    ClubTableOpened,
    ClubTableRolled,
    JoinAnswered,
    LimitsSet,
    MemberLeft,
)

AT_ONCE = 1_000


class Directory:
    """Blocks; raises the library's persistence errors. Belongs to one process, and may be lost."""

    def __init__(self, application: ClubsApplication) -> None:
        self._application = application
        self._lock = Lock()
        self._place = 0
        self._clubs_of: dict[PlayerId, set[str]] = {}
        self._clubs_ever_of: dict[PlayerId, set[str]] = {}
        self._club_of: dict[TableId, str] = {}
        self._watched_by_all: set[str] = set()
        self._to_open: dict[TableId, ClubTableOpened] = {}

    def catch_up(self) -> None:
        """Read what happened since the last time."""
        with self._lock:
            while found := self._application.after(self._place, AT_ONCE):
                for one in found:
                    event: Any = self._application.mapper.to_domain_event(one)
                    self._take(str(one.originator_id), event.event)
                self._place = found[-1].id

    def clubs_of(self, player: PlayerId) -> list[str]:
        """The clubs that a player belongs to."""
        self.catch_up()
        return sorted(self._clubs_of.get(player, ()))

    def clubs_ever_of(self, player: PlayerId) -> list[str]:
        """The clubs that a player belongs to, or has belonged to."""
        self.catch_up()
        return sorted(self._clubs_ever_of.get(player, ()))

    def sights(
        self, clubs: Iterable[str], players: Iterable[PlayerId]
    ) -> tuple[list[str], dict[PlayerId, list[str]]]:
        """Those of the clubs whose tables anybody may watch, and each player's clubs, all of one moment."""
        self.catch_up()
        with self._lock:
            by_all = sorted(self._watched_by_all.intersection(clubs))
            return by_all, {one: sorted(self._clubs_of.get(one, ())) for one in players}

    def is_member(self, club: str, player: PlayerId) -> bool:
        """Whether a player belongs to a club, as far as is known."""
        return club in self._clubs_of.get(player, ())

    def club_of(self, table: TableId) -> str | None:
        """The club that opened a table, as far as is known; closed tables count too."""
        return self._club_of.get(table)

    def to_open(self) -> list[ClubTableOpened]:
        """Tables that clubs opened and that nobody has seen in the tables' log yet."""
        self.catch_up()
        with self._lock:
            return list(self._to_open.values())

    def seen(self, table: TableId) -> None:
        """The table is in the tables' log."""
        with self._lock:
            self._to_open.pop(table, None)

    def _take(self, club: str, event: Any) -> None:
        match event:
            case ClubFounded():
                self._joined(club, event.by)
            case JoinAnswered(player=player, admitted=True):
                self._joined(club, player)
            case MemberLeft():
                self._clubs_of.get(event.player, set()).discard(club)
            case LimitsSet(limits=limits) if limits.lets_all_watch:
                self._watched_by_all.add(club)
            case LimitsSet():
                self._watched_by_all.discard(club)
            case ClubTableOpened():
                self._club_of[event.table] = club
                self._to_open[event.table] = event
            case ClubTableRolled():
                self._club_of[event.successor] = club
            case _:
                pass

    def _joined(self, club: str, player: PlayerId) -> None:
        self._clubs_of.setdefault(player, set()).add(club)
        self._clubs_ever_of.setdefault(player, set()).add(club)
