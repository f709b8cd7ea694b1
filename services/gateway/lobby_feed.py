"""The list of tables as it changes, for everybody who watches it: one frame for all, at a pace."""

from riverrun.contracts.server_messages import LobbyChangedMessage, LobbyMessage
from riverrun.runtime.clock import Clock
from services.gateway.frames import frame_of
from services.gateway.lobby import Lobby
from services.gateway.outbox import Outbox

PAUSE_S = 0.5


class LobbyFeed:
    """`run` as a task. Who reads too slowly is sent the whole list once he has read what waits."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock
        self._watchers: set[Outbox] = set()
        self._behind: set[Outbox] = set()
        self._whole_frame = b""
        """The list as it was at the last change told, or later; empty where it is to be made."""

    def watch(self, outbox: Outbox, ack: bytes) -> None:
        """Send the list there, and then what changes."""
        self._watchers.add(outbox)
        self._behind.discard(outbox)
        outbox.put(ack)
        outbox.put(self._whole())

    def unwatch(self, outbox: Outbox) -> None:
        """Send nothing more."""
        self._watchers.discard(outbox)
        self._behind.discard(outbox)

    async def run(self) -> None:
        """Tell what changes, until cancelled."""
        while True:
            await self._clock.sleep(PAUSE_S)
            self.tell()

    def tell(self) -> None:
        """Tell everybody what changed since the last time."""
        changed, gone = self._lobby.take_changes()
        if changed or gone:
            self._whole_frame = b""
        if self._behind:
            whole = self._whole()
            self._behind = {outbox for outbox in self._behind if not outbox.put_if_room(whole)}
            level = self._watchers - self._behind
        else:
            level = self._watchers
        if changed or gone:
            frame = frame_of(LobbyChangedMessage(tables=changed, gone=gone))
            # Who was sent the whole list just now hears some of it twice, which does no harm.
            self._behind |= {outbox for outbox in level if not outbox.put_if_room(frame)}

    def _whole(self) -> bytes:
        if not self._whole_frame:
            self._whole_frame = frame_of(LobbyMessage(tables=self._lobby.entries()))
        return self._whole_frame
