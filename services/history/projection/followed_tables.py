"""All tables followed through the log: commits in, rows out, the finished hand as the unit."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from riverrun.contracts.commits import Commit
from riverrun.contracts.table_events import TOPICS, HandSealed, HandStarted, TableOpened
from riverrun.kernel.identifiers import TableId
from services.history.codec import codec
from services.history.projection.context import CHANGES_CONTEXT, Context, encode_context
from services.history.projection.followed_hand import FollowedHand
from services.history.projection.following import CHANGES_OF_HAND, Change, follow
from services.history.projection.hand_rows import Rows, add_hand, no_rows
from services.history.projection.table_rows import MAKES_ROWS, Moment, add_event

_BESIDE = frozenset((*MAKES_ROWS, *CHANGES_CONTEXT))
_MORE_THAN_A_CHANGE = _BESIDE | {HandStarted, HandSealed}
_CHANGES: dict[str, tuple[Callable[[bytes], Any], Change]] = {
    topic: (codec.decoder(topic), CHANGES_OF_HAND[event])
    for topic, event in TOPICS.items()
    if event in CHANGES_OF_HAND and event not in _MORE_THAN_A_CHANGE
}
"""By stored name, how an event that only changes its hand is read, and what it changes: most are such."""
_OTHERS = frozenset(topic for topic, event in TOPICS.items() if event in _MORE_THAN_A_CHANGE)


class NotFollowed(RuntimeError):
    """A table's commit comes without those before it: what was read is not its history."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand in progress, and the stream sequence of the commit that began it."""

    table: TableId
    from_seq: int


class FollowedTables:
    """`rows` collects what the commits taken since the last `emptied` left to write."""

    def __init__(self) -> None:
        self._contexts: dict[TableId, Context] = {}
        self._hands: dict[TableId, FollowedHand] = {}
        self.rows = no_rows()
        self.events = 0

    def know(self, contexts: Mapping[TableId, Context]) -> None:
        """What is known of tables from before the commits that follow."""
        self._contexts.update(contexts)

    def open_hands(self) -> list[OpenHand]:
        """The hands in progress, in the order of their beginnings."""
        found = [OpenHand(table, hand.first_seq) for table, hand in self._hands.items()]
        return sorted(found, key=lambda one: one.from_seq)

    def take(self, seq: int, commit: Commit) -> None:
        """The next commit of the log. Raises `NotFollowed`, and as `codec.decode`."""
        table, at_ms = commit.table, commit.at_ms
        hand = self._hands.get(table)
        events = commit.events
        self.events += len(events)
        for place, stored in enumerate(events):
            change = _CHANGES.get(stored.topic)
            if change is not None:
                if hand is not None:
                    read, follows = change
                    follows(hand, read(stored.state), at_ms)
            elif stored.topic in _OTHERS:
                hand = self._take(seq, commit, place, hand)

    def _take(self, seq: int, commit: Commit, place: int, hand: FollowedHand | None) -> FollowedHand | None:
        """An event that does more than to change a hand; the hand in progress afterwards."""
        table, at_ms, event = commit.table, commit.at_ms, codec.decode(commit.events[place])
        kind = type(event)
        if kind in _BESIDE:
            version, context = commit.first_version + place, self._context(table, event)
            self._beside(event, Moment(table, version, seq, at_ms, commit.hand, context))
        if kind is HandStarted:
            hand = self._hands[table] = FollowedHand(self._context(table), event, seq, at_ms)
        elif hand is not None and kind is HandSealed:
            add_hand(self.rows, table, hand, event, seq)
            del self._hands[table]
            return None
        elif hand is not None:
            follow(hand, event, at_ms)
        return hand

    def take_again(self, table: TableId, context: Context, commits: Iterable[tuple[int, Commit]]) -> None:
        """The commits of a hand in progress whose other rows are written: only the hand is followed."""
        kept = self._contexts.get(table)
        rows, events = self.rows, self.events
        self.rows = no_rows()
        self._contexts[table] = context
        for seq, commit in commits:
            self.take(seq, commit)
        self.rows, self.events = rows, events
        if kept is not None:
            self._contexts[table] = kept

    def emptied(self) -> Rows:
        """The rows so far; the next ones start anew."""
        rows = self.rows
        self.rows = no_rows()
        self.events = 0
        return rows

    def _context(self, table: TableId, event: Any = None) -> Context:
        found = self._contexts.get(table)
        if found is None:
            if type(event) is not TableOpened:
                raise NotFollowed(f"table {table} is met in the middle of its life")
            found = self._contexts[table] = Context(event.config)
        return found

    def _beside(self, event: Any, moment: Moment) -> None:
        add_event(self.rows, event, moment)
        after = moment.context.after(event)
        if after is not moment.context or type(event) is TableOpened:
            self._contexts[moment.table] = after
            self._keep(moment, after)

    def _keep(self, moment: Moment, context: Context) -> None:
        """Of a commit the last context alone: the newest of a table must be one, however they are sorted."""
        contexts = self.rows["contexts"]
        if contexts and contexts[-1][:2] == (moment.table, moment.seq):
            contexts.pop()
        contexts.append((moment.table, moment.seq, encode_context(context).decode()))
