"""The list of tables as it changes, for everybody who watches it: one frame for all who see it, at a pace."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from riverrun.contracts.server_messages import LobbyChangedMessage, LobbyMessage
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.clock import Clock
from services.gateway.frames import frame_of
from services.gateway.lobby import Lobby
from services.gateway.lobby_audience import LobbyAudience
from services.gateway.outbox import Outbox
from services.gateway.sights import Sights

PAUSE_S = 0.5
EVERYBODYS = ""
"""Stands for the club of a table that everybody sees."""


class LobbyFeed:
    """`run` as a task. Who reads too slowly is sent the whole list once he has read what waits.

    So is who sees more or less than before, for he has become a member somewhere, or is one no more.
    """

    def __init__(self, lobby: Lobby, sights: Sights, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock
        self._audience = LobbyAudience(sights)
        self._behind: set[Outbox] = set()
        self._wholes: dict[frozenset[str], bytes] = {}
        """The list for who belongs to these clubs, as it was at the last change told, or later."""

    def watch(self, outbox: Outbox, player: PlayerId, ack: bytes) -> None:
        """Send the list there as far as the player sees it, and then what changes."""
        self._look_again()
        self._audience.add(outbox, player)
        self._behind.discard(outbox)
        outbox.put(ack)
        outbox.put(self._whole(outbox))

    def unwatch(self, outbox: Outbox) -> None:
        """Send nothing more."""
        self._audience.remove(outbox)
        self._behind.discard(outbox)

    async def run(self) -> None:
        """Tell what changes, until cancelled."""
        while True:
            await self._clock.sleep(PAUSE_S)
            self.tell()

    def tell(self) -> None:
        """Tell everybody what changed since the last time."""
        self._look_again()
        changed, gone = self._lobby.take_changes()
        if changed or gone:
            self._wholes.clear()
        if self._behind:
            self._behind = {one for one in self._behind if not one.put_if_room(self._whole(one))}
        # Who was sent the whole list just now hears some of it twice, which does no harm.
        behind: set[Outbox] = set()
        for club, frame in self._frames(changed, gone):
            told = self._audience.all() if club == EVERYBODYS else self._audience.members(club)
            behind |= {one for one in told if one not in self._behind and not one.put_if_room(frame)}
        self._behind |= behind

    def _look_again(self) -> None:
        open_before = self._audience.open
        looked_again = self._audience.look_again()
        self._behind |= looked_again
        # While nobody watches nobody looks again, and yet a club may have shut its door.
        if looked_again or self._audience.open != open_before:
            self._wholes.clear()

    def _frames(
        self, changed: Sequence[LobbyEntry], gone: Sequence[LobbyEntry]
    ) -> Iterator[tuple[str, bytes]]:
        """What is to be told, apart for each club that shows its tables to its members alone."""
        messages: defaultdict[str, LobbyChangedMessage] = defaultdict(
            lambda: LobbyChangedMessage(tables=[], gone=[])
        )
        for entry in changed:
            messages[self._seen_by(entry)].tables.append(entry)
        for entry in gone:
            messages[self._seen_by(entry)].gone.append(entry.table)
        for club, message in messages.items():
            yield club, frame_of(message)

    def _seen_by(self, entry: LobbyEntry) -> str:
        return EVERYBODYS if entry.club in self._audience.open else entry.club

    def _whole(self, outbox: Outbox) -> bytes:
        clubs = self._audience.clubs_of(outbox) & self._lobby.clubs()
        whole = self._wholes.get(clubs)
        if whole is None:
            seen = [one for one in self._lobby.entries() if self._seen_by(one) in {EVERYBODYS, *clubs}]
            whole = self._wholes[clubs] = frame_of(LobbyMessage(tables=seen))
        return whole
