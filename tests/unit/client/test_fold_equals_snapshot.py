"""Folding a feed's events into a view gives what the table itself would tell then, for every viewer."""

from typing import Any

import msgspec
import pytest

from riverrun.client.table import fold
from riverrun.contracts.subjects import player_view, public_view
from riverrun.contracts.views import FeedMessage, TableView
from riverrun.holdem.redact import PUBLIC
from riverrun.holdem.state import seat_of
from riverrun.holdem.view import view_of
from tests.support.live_table import TABLE, LiveTable
from tests.support.table_life import PEOPLE, TableLife

HANDS = 40

_decode_message = msgspec.json.Decoder(FeedMessage).decode


class Watcher:
    """Takes a snapshot whenever seated or unseated, and folds everything else."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.subject = public_view(TABLE)
        self.view: TableView | None = None
        self.folded = 0

    def follow(self, live: LiveTable, sent: list[Any]) -> None:
        seated = self.player is not None and seat_of(live.hosted.table, self.player) is not None
        subject = player_view(TABLE, self.player or "") if seated else public_view(TABLE)
        fresh = self._fresh(live)
        if self.view is None or subject != self.subject:
            self.view, self.subject = fresh, subject
            return
        for one in sent:
            if one.subject == subject:
                for event in _decode_message(one.data).events:
                    self.view = fold(self.view, event)
                    self.folded += 1
        assert self.view == fresh

    def _fresh(self, live: LiveTable) -> TableView:
        viewer = PUBLIC if self.player is None else live.hosted.sight(self.player)
        as_sent = msgspec.json.encode(view_of(live.hosted.table, viewer))
        return msgspec.json.decode(as_sent, type=TableView)


@pytest.mark.parametrize("seed", range(6))
async def test_folding_events_equals_a_fresh_snapshot_for_every_viewer(seed: int) -> None:
    watchers = [Watcher(player) for player in (None, *PEOPLE)]
    read = 0

    def after_each(live: LiveTable) -> None:
        nonlocal read
        sent, read = live.outlet.sent[read:], len(live.outlet.sent)
        for watcher in watchers:
            watcher.follow(live, sent)

    await TableLife(seed, after_each).play(HANDS, restarts=False)

    assert all(watcher.folded > 100 for watcher in watchers)


async def test_an_event_of_a_later_release_changes_nothing() -> None:
    view = TableView("s0-test1234", {}, 0, ())

    assert fold(view, {"type": "hand.rabbit_shown", "cards": "Ah"}) == view
