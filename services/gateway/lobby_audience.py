"""Who watches the list of tables, by which clubs' tables he sees."""

from collections import defaultdict
from collections.abc import Iterable

from riverrun.kernel.identifiers import PlayerId
from services.gateway.outbox import Outbox
from services.gateway.sights import NONE, Sights


class LobbyAudience:
    """As everybody's sight was when it was last looked at."""

    def __init__(self, sights: Sights) -> None:
        self._sights = sights
        self._revision = -1
        self._players: dict[Outbox, PlayerId] = {}
        self._clubs: dict[Outbox, frozenset[str]] = {}
        self._members: defaultdict[str, set[Outbox]] = defaultdict(set)
        self.open = NONE
        """Clubs whose tables everybody sees."""

    def add(self, outbox: Outbox, player: PlayerId) -> None:
        """One more, or the same anew."""
        self.remove(outbox)
        self._players[outbox] = player
        self._note(outbox, self._sights.clubs_of(player))

    def remove(self, outbox: Outbox) -> None:
        """One less, if he was there."""
        self._note(outbox, NONE)
        self._players.pop(outbox, None)
        self._clubs.pop(outbox, None)

    def all(self) -> Iterable[Outbox]:
        """Everybody."""
        return self._players

    def members(self, club: str) -> Iterable[Outbox]:
        """Who belongs to the club."""
        return self._members.get(club, ())

    def clubs_of(self, outbox: Outbox) -> frozenset[str]:
        """The clubs to which one of them belongs."""
        return self._clubs[outbox]

    def look_again(self) -> set[Outbox]:
        """Who sees more or less than when he was last looked at."""
        sights = self._sights
        if sights.revision == self._revision:
            return set()
        self._revision = sights.revision
        changed = {
            outbox
            for outbox, player in self._players.items()
            if sights.clubs_of(player) != self._clubs[outbox]
        }
        for outbox in changed:
            self._note(outbox, sights.clubs_of(self._players[outbox]))
        if sights.open != self.open:
            self.open = sights.open
            return set(self._players)
        return changed

    def _note(self, outbox: Outbox, clubs: frozenset[str]) -> None:
        before = self._clubs.get(outbox, NONE)
        self._clubs[outbox] = clubs
        for club in before - clubs:
            self._members[club].discard(outbox)
            if not self._members[club]:
                del self._members[club]
        for club in clubs - before:
            self._members[club].add(outbox)
