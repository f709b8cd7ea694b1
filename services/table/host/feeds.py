"""What each viewer is sent, commit by commit.

With a version of his own that nothing secret moves (DESIGN).
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from riverrun.contracts.subjects import player_view, public_view
from riverrun.contracts.table_events import (
    PlayerDisconnected,
    PlayerSatDown,
    PlayerStoodUp,
    TableEvent,
    TableRolled,
)
from riverrun.contracts.views import AWAY_HEADER, ROLLED_HEADER, SEATING_HEADER
from riverrun.holdem.redact import PUBLIC, Viewer, is_personal, redact
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import PlayerId, TableId

KEPT_MESSAGES = 256

_encode = msgspec.json.encode


class Sent(NamedTuple):
    """A message ready to be published."""

    subject: str
    data: bytes
    headers: dict[str, str] | None


class _Message(msgspec.Struct, frozen=True):
    feed: str
    version: int
    at_ms: int
    events: msgspec.Raw


class _Feed:
    """One kind of viewer's numbering, and the last messages for who missed some."""

    __slots__ = ("kept", "subject", "version")

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.version = 0
        self.kept: deque[bytes] = deque(maxlen=KEPT_MESSAGES)

    def add(self, feed: str, at_ms: int, events: bytes, headers: dict[str, str] | None) -> Sent:
        self.version += 1
        data = _encode(_Message(feed, self.version, at_ms, msgspec.Raw(events)))
        self.kept.append(data)
        return Sent(self.subject, data, headers)


class Feeds:
    """The feeds of one table while one actor hosts it; `epoch` tells them from those of another host."""

    def __init__(self, table: TableId, epoch: str) -> None:
        self._table = table
        self.epoch = epoch
        self._public = _Feed(public_view(table))
        self._players: dict[PlayerId, _Feed] = {}

    def version(self, player: PlayerId | None) -> int:
        """Where a feed stands: a player's own, or the public one."""
        return self._public.version if player is None else self._feed(player).version

    def since(self, player: PlayerId | None, version: int) -> list[bytes] | None:
        """The messages after `version`, or None where they are no longer at hand."""
        feed = self._public if player is None else self._feed(player)
        missed = feed.version - version
        if missed < 0 or missed > len(feed.kept):
            return None
        return list(feed.kept)[len(feed.kept) - missed :]

    def messages(
        self,
        before: Table,
        after: Table,
        events: Sequence[TableEvent],
        sight: Callable[[PlayerId], Viewer],
        at_ms: int,
    ) -> list[Sent]:
        """One message for every feed in which something of the commit is seen.

        `sight` tells what a seated player may see; it is asked only where that makes a difference.
        """
        headers = _headers(events)
        shared = None if any(is_personal(event) for event in events) else _seen(events, PUBLIC)
        sent = []
        seen = _seen(events, PUBLIC) if shared is None else shared
        if seen is not None:
            sent.append(self._public.add(self.epoch, at_ms, seen, headers))
        for player in _seated(before, after):
            seen = _seen(events, sight(player)) if shared is None else shared
            if seen is not None:
                sent.append(self._feed(player).add(self.epoch, at_ms, seen, headers))
        return sent

    def _feed(self, player: PlayerId) -> _Feed:
        feed = self._players.get(player)
        if feed is None:
            feed = self._players[player] = _Feed(player_view(self._table, player))
        return feed


def _seen(events: Iterable[TableEvent], viewer: Viewer) -> bytes | None:
    seen = [view for view in (redact(event, viewer) for event in events) if view is not None]
    return _encode(seen) if seen else None


def _headers(events: Iterable[TableEvent]) -> dict[str, str] | None:
    moved, away, rolled = [], [], []
    for event in events:
        kind = type(event)
        if kind is PlayerSatDown or kind is PlayerStoodUp:
            moved.append(event.player)  # type: ignore[union-attr]
        elif kind is PlayerDisconnected:
            away.append(event.player)  # type: ignore[union-attr]
        elif kind is TableRolled:
            rolled.append(event.successor)  # type: ignore[union-attr]
    if not moved and not away and not rolled:
        return None
    named = {SEATING_HEADER: moved, AWAY_HEADER: away, ROLLED_HEADER: rolled}
    return {header: ",".join(ids) for header, ids in named.items() if ids}


def _seated(before: Table, after: Table) -> list[PlayerId]:
    players = dict.fromkeys(seat.player for seat in after.seats)
    players.update(dict.fromkeys(seat.player for seat in before.seats))
    return list(players)
