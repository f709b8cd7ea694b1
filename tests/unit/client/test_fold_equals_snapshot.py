"""Folding a feed's events into a view gives what the table itself would tell then, for every viewer."""

from typing import Any

import msgspec
import pytest

from riverrun.client.table import fold
from riverrun.contracts.operator_commands import VoidHand
from riverrun.contracts.subjects import player_view, public_view
from riverrun.contracts.views import SEATING_HEADER, FeedMessage, TableView
from riverrun.holdem.redact import PUBLIC, redact
from riverrun.holdem.state import Over, Table, seat_of
from riverrun.holdem.view import view_of
from services.table.decide.facts import Facts
from services.table.decide.operating import order, take_over
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
        moved = any(self.player in (one.headers or {}).get(SEATING_HEADER, "").split(",") for one in sent)
        if self.view is None or subject != self.subject or moved:
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


async def test_a_moved_clock_and_a_voided_hand_fold_too() -> None:
    tried = 0

    def void_a_copy(live: LiveTable) -> None:
        nonlocal tried
        table = live.hosted.table
        if table.hand is None or type(table.hand.phase) is Over:
            return
        tried += 1
        facts = Facts(live.clock.ms + 30_000)
        for draft in (take_over(table, "other", 25_000, facts), order(table, VoidHand("a test"), facts)):
            events = [msgspec.json.encode(redact(event, PUBLIC)) for event in draft.events]
            view = seen(table)
            for event in events:
                view = fold(view, msgspec.json.decode(event))
            assert view == seen(draft.table)

    await TableLife(7, void_a_copy).play(HANDS, restarts=False)

    assert tried > 100


def seen(table: Table) -> TableView:
    return msgspec.json.decode(msgspec.json.encode(view_of(table, PUBLIC)), type=TableView)


async def test_an_event_of_a_later_release_changes_nothing() -> None:
    view = TableView("s0-test1234", {}, 0, ())

    assert fold(view, {"type": "hand.rabbit_shown", "cards": "Ah"}) == view
