"""Carrying out what is wished of clubs: by role, once for a command, and behind what others write."""

import hashlib
from collections.abc import Callable

import structlog
from eventsourcing.persistence import IntegrityError

from riverrun.kernel.identifiers import PlayerId, TableId
from services.club.clubs import deciding, refusals
from services.club.clubs.application import ClubsApplication
from services.club.clubs.club import Club
from services.club.clubs.club_events import ClubFounded, ClubTableClosed, ClubTableRolled
from services.club.clubs.deciding import By, Events
from services.club.ledger.ledger_events import LedgerKind

log = structlog.get_logger(__name__)

ATTEMPTS = 8


class WrittenAllTheTime(RuntimeError):
    """Others wrote to the club each time that we were about to."""


class Clubs:
    """Blocks; raises refusals and the library's persistence errors."""

    def __init__(self, application: ClubsApplication, new_secret: Callable[[], str]) -> None:
        self._application = application
        self._new_secret = new_secret

    def found(self, by: By, name: str, kind: LedgerKind, owner_name: str) -> Club:
        """A new club; its id follows from the command, so that it is founded once."""
        club = _founded_by(by)
        event = ClubFounded(
            *by.head,
            club,
            deciding.checked_name(name),
            kind,
            deciding.checked_name(owner_name),
            self.new_code(club),
        )
        try:
            self._application.record(club, 0, [event])
        except IntegrityError:
            log.info("club_founded_before", club=club)
        found = self._application.club(club)
        deciding.was_carried_out(found, by)
        return found

    def was_founded(self, by: By) -> bool:
        """Whether the wish was carried out before, or another under its id."""
        try:
            self._application.club(_founded_by(by))
        except refusals.UnknownClub:
            return False
        return True

    def show(self, club: str) -> Club:
        """A club as it stands. Raises `UnknownClub`."""
        return self._application.club(club)

    def of_code(self, code: str) -> Club:
        """The club whose code begins so. Raises `UnknownClub`."""
        return self._application.club(club_in(code))

    def carry_out(self, club: str, by: By, call: str, decide: Callable[[Club], Events]) -> Club:
        """The club with what follows recorded; one that was carried out before is not again."""
        for _ in range(ATTEMPTS):
            found = self._application.club(club)
            if deciding.was_carried_out(found, by):
                return found
            deciding.allow(found, by.player, call)
            events = decide(found)
            if not events:
                return found
            try:
                self._application.record(club, found.version, events)
            except IntegrityError:
                continue
            return self._application.club(club)
        raise WrittenAllTheTime(club)

    def welcome(self, club: str, player: PlayerId, cause: str, now_ms: int) -> Club:
        """The club, with the player as a member if it is an open house."""
        by = By(player, cause, now_ms)
        for _ in range(ATTEMPTS):
            found = self._application.club(club)
            events = deciding.welcome(found, by)
            if not events:
                return found
            try:
                self._application.record(club, found.version, events)
            except IntegrityError:
                continue
        raise WrittenAllTheTime(club)

    def table_closed(self, club: str, table: TableId, now_ms: int) -> None:
        """A table has come to its end."""
        by = By("table", f"closed-{table}", now_ms)
        for _ in range(ATTEMPTS):
            found = self._application.club(club)
            if table not in found.tables or not found.tables[table].open:
                return
            try:
                self._application.record(club, found.version, [ClubTableClosed(*by.head, table)])
            except IntegrityError:
                continue
            return
        raise WrittenAllTheTime(club)

    def table_rolled(self, club: str, table: TableId, successor: TableId, now_ms: int) -> None:
        """A table goes on under another id."""
        by = By("table", f"rolled-{table}", now_ms)
        for _ in range(ATTEMPTS):
            found = self._application.club(club)
            if table not in found.tables or successor in found.tables:
                return
            try:
                self._application.record(club, found.version, [ClubTableRolled(*by.head, table, successor)])
            except IntegrityError:
                continue
            return
        raise WrittenAllTheTime(club)

    def new_code(self, club: str) -> str:
        """A code to join by: the club it is for, and what cannot be guessed."""
        return f"{club}-{self._new_secret()}"


def club_in(code: str) -> str:
    """The club that a code is for. Raises `UnknownClub`."""
    club, dash, _ = code.partition("-")
    if not dash or not club.isalnum():
        raise refusals.UnknownClub
    return club


def _founded_by(by: By) -> str:
    return f"c{_digest(f'{by.player} {by.cause}', 12)}"


def table_of(club: str, player: PlayerId, cause: str) -> TableId:
    """A table's id, which follows from the command that opens it, so that it is opened once."""
    return f"s0-{_digest(f'{club} {player} {cause}', 14)}"


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]
