"""The log in ClickHouse: every finished hand once, whatever breaks on the way."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier
from typing import Any

import pytest

from riverrun.contracts.table_events import HandSealed
from services.history.database import Database, DatabaseFailed
from services.history.projection import words
from services.history.projection.checksums import TABLES, stored_sums, sums_of
from services.history.projection.context import Context
from services.history.projection.followed_hand import MOST_THINK_MS, Decision, FollowedHand
from services.history.projection.hand_rows import LAST_STEP, MOST_COUNTED, add_hand, no_rows
from services.history.projection.plans import BeforeInsert, Overtaken
from services.history.schema.migrations import Placement, migrations
from services.history.statistics.figures import counted
from services.history.statistics.flag_names import FLAGS
from services.history.statistics.hud import Hands, Hud
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog, fresh_database, stored
from tests.support.patience import LONG_S
from tests.support.random_hand import RandomHand
from tests.support.service_process import service_process
from tests.unit.history.test_flags_against_slow_figures import hands_in


class Crash(Exception):
    pass


class CrashBefore(BeforeInsert):
    """Like `kill -9` right before the insert of that number."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Crash


def numbers(database: Database, query: str) -> dict[str, Any]:
    (row,) = database.query(query)
    return row


def test_what_clickhouse_holds_is_what_the_log_says(played: PlayedLog, history: Database) -> None:
    expected = played.sums()

    assert stored(history) == expected
    assert all(expected[table].rows for table in TABLES if table != "insurance")


def test_projecting_again_changes_nothing(played: PlayedLog, history: Database) -> None:
    before, days = stored(history), numbers(history, "SELECT sum(hands) AS hands FROM player_days")

    played.project(history)

    assert stored(history) == before
    assert numbers(history, "SELECT sum(hands) AS hands FROM player_days") == days


def test_a_crash_before_any_insert_changes_nothing(
    played: PlayedLog, history: Database, clickhouse_server: RunningClickHouse
) -> None:
    crashes = 0
    with fresh_database(clickhouse_server) as database:
        for number in (1, 2, 4, 7, 11, 17):
            try:
                played.project(database, events=2_000, before_each=CrashBefore(number))
            except Crash:
                crashes += 1
        played.project(database, events=2_000)

        assert crashes >= 5
        assert stored(database) == stored(history)
        same = "SELECT sum(hands) AS hands, sum(net) AS net, sum(vpip) AS vpip FROM player_days"
        assert numbers(database, same) == numbers(history, same)


def test_two_projectors_at_once_write_everything_once(
    played: PlayedLog, history: Database, clickhouse_server: RunningClickHouse
) -> None:
    planned = Barrier(2, timeout=LONG_S)
    with fresh_database(clickhouse_server) as one, second_connection(one) as other:
        with ThreadPoolExecutor(2) as threads:
            works = [
                threads.submit(project_whatever_comes, played, one, 130, AtOnce(planned)),
                threads.submit(project_whatever_comes, played, other, 300, AtOnce(planned)),
            ]
        overtaken = sum(work.result() for work in works)

        assert overtaken
        assert stored(one) == stored(history)
        same = "SELECT sum(hands) AS hands, sum(net) AS net FROM player_totals"
        assert numbers(one, same) == numbers(history, same)


class AtOnce(BeforeInsert):
    """Makes its first insert when the other projector is about to, each by a plan of its own."""

    def __init__(self, planned: Barrier) -> None:
        self._planned: Barrier | None = planned

    def __call__(self) -> None:
        planned, self._planned = self._planned, None
        if planned is not None:
            planned.wait()


def project_whatever_comes(
    played: PlayedLog, database: Database, events: int, before_each: BeforeInsert
) -> int:
    """As the service does it; how often another was quicker."""
    for overtaken in range(1_000):
        try:
            played.project(database, events, before_each)
        except Overtaken:
            continue
        return overtaken
    raise AssertionError("two projectors hinder each other for ever")


@contextmanager
def second_connection(database: Database) -> Iterator[Database]:
    other = Database(database.settings)
    other.connect_to_read()
    try:
        yield other
    finally:
        other.close()


class Text(str):
    """A text of which one can tell whether it is still held."""


def test_an_insert_lets_its_rows_go(clickhouse_server: RunningClickHouse) -> None:
    with fresh_database(clickhouse_server) as database:
        text = Text("told")
        held = weakref.ref(text)
        gc.disable()
        try:
            database.insert("replays", [("s0-held0001", 1, text)], "held")
            del text
            assert held() is None
        finally:
            gc.enable()


def test_chips_balance_in_every_hand(history: Database) -> None:
    unbalanced = history.query(
        "SELECT table_id, hand, sum(net) AS net, any(hands.rake) AS rake FROM seats"
        " JOIN hands USING (table_id, hand) GROUP BY table_id, hand HAVING net + rake != 0"
    )
    unequal = history.query(
        "SELECT table_id, hand FROM hands JOIN (SELECT table_id, hand, sum(amount + rake) AS paid FROM awards"
        " GROUP BY table_id, hand) AS a USING (table_id, hand) WHERE pot != paid"
    )

    assert unbalanced == []
    assert unequal == []


def test_the_ledger_says_what_lies_on_each_table(history: Database) -> None:
    bench = "table_id LIKE 's0-bench%'"
    bought = numbers(history, f"SELECT sum(amount) AS chips FROM ledger WHERE {bench}")["chips"]
    sessions = history.query(f"SELECT bought FROM sessions WHERE {bench}")

    assert bought == 2 * 6 * 200_000
    assert [one["bought"] for one in sessions] == [200_000] * 12


def test_the_schema_has_a_column_for_each_flag(history: Database) -> None:
    found = history.query(
        "SELECT name, default_expression AS bit FROM system.columns WHERE database = currentDatabase()"
        " AND table = 'seats' AND default_kind = 'ALIAS' AND default_expression LIKE 'bitTest%'"
    )

    assert {one["name"]: one["bit"] for one in found} == {
        **{name: f"bitTest(did, {bit})" for bit, name in enumerate(FLAGS)},
        **{f"{name}_of": f"bitTest(could, {bit})" for bit, name in enumerate(FLAGS)},
    }


def test_no_row_in_the_clear_holds_a_card_that_was_not_shown(history: Database) -> None:
    secret = history.query(
        "SELECT seats.shown AS told FROM seats LEFT JOIN (SELECT table_id, hand, player,"
        " argMax(cards, step) AS cards FROM shows GROUP BY table_id, hand, player) AS s"
        " USING (table_id, hand, player) WHERE told != s.cards"
    )

    assert secret == []
    assert numbers(history, "SELECT countIf(shown = '') AS hidden FROM seats")["hidden"] > 0


def test_totals_keep_the_sums_of_the_very_lines_that_define_statistics() -> None:
    (view,) = (
        statement
        for migration in migrations(Placement("history"))
        for statement in migration.statements
        if "VIEW player_totals_view" in statement
    )
    listed = view[view.index("[") + 1 : view.index("]")].split(",")

    assert [one.strip() for one in listed] == [one.replace("h.", "days.") for one in counted().values()]


def test_within_a_period_figures_are_those_of_its_hands(history: Database) -> None:
    hud = Hud(history)
    (span,) = history.query("SELECT min(ended_ms) AS first, max(ended_ms) AS last FROM seats")
    middle = (span["first"] + span["last"]) // 2
    players = [one.player for one in hud.leaders()]

    always = hud.of(players)
    before, after = hud.of(players, Hands(until_ms=middle)), hud.of(players, Hands(since_ms=middle + 1))

    for player, figures in always.items():
        halves = [part[player] for part in (before, after) if player in part]
        assert figures.hands == sum(half.hands for half in halves)
        assert figures.net == sum(half.net for half in halves)
        for name, ratio in figures.ratios.items():
            assert ratio.counted == sum(half.ratios[name].counted for half in halves), name
            assert ratio.out_of == sum(half.ratios[name].out_of for half in halves), name


def test_figures_can_be_asked_for_by_size_stakes_and_position(history: Database) -> None:
    hud, players = Hud(history), ["player-0", "player-1"]

    on_the_button = hud.of(players, Hands(position="BTN"))

    found = history.query(
        "SELECT player, sum(hands) AS hands FROM seats WHERE position = 'BTN'"
        " AND player IN ('player-0', 'player-1') GROUP BY player"
    )
    assert {player: one.hands for player, one in on_the_button.items()} == {
        row["player"]: row["hands"] for row in found
    }
    assert hud.of(players, Hands(big_blind=3)) == {}
    assert hud.of(players, Hands(players=(7, 9))) == {}


def test_figures_are_what_a_second_implementation_says(played: PlayedLog, history: Database) -> None:
    expected = played.slow_figures()

    found = Hud(history).of(list(expected))

    assert {
        player: {name: (ratio.counted, ratio.out_of) for name, ratio in figures.ratios.items()}
        for player, figures in found.items()
    } == {player: slow.statistics for player, slow in expected.items()}
    for player, slow in expected.items():
        assert found[player].hands == slow.hands
        assert found[player].net == slow.net
        assert found[player].big_blinds == pytest.approx(float(slow.big_blinds))
        assert found[player].ev_big_blinds == pytest.approx(slow.ev_big_blinds, abs=0.01)


def test_sums_by_day_are_the_sums_of_hands(history: Database) -> None:
    hud = Hud(history)

    leaders = hud.leaders(limit=100)

    assert leaders
    for player, figures in hud.of([one.player for one in leaders]).items():
        placed = next(one.figures for one in leaders if one.player == player)
        assert (placed.hands, placed.ratios, placed.net) == (figures.hands, figures.ratios, figures.net)
        assert placed.big_blinds == pytest.approx(figures.big_blinds)


@pytest.mark.slow
async def test_what_is_dropped_under_a_running_service_comes_again(
    played: PlayedLog, history: Database, clickhouse_server: RunningClickHouse
) -> None:
    expected = await asyncio.to_thread(stored, history)
    with fresh_database(clickhouse_server) as database:
        environ = {
            "RIVERRUN_NATS_URL": played.servers.urls[0],
            "RIVERRUN_NATS_PASSWORD": played.servers.passwords["NATS_HISTORY_PASSWORD"],
            "RIVERRUN_HISTORY_PORT": "0",
            "CLICKHOUSE_URL": clickhouse_server.url,
            "CLICKHOUSE_DATABASE": database.placement.database,
        }
        async with service_process("services.history", **environ):
            await until_stored(database, expected)
            await asyncio.to_thread(database.drop)
            await until_stored(database, expected)


async def until_stored(database: Database, expected: object) -> None:
    async with asyncio.timeout(LONG_S):
        while True:
            with suppress(DatabaseFailed):
                await asyncio.to_thread(database.connect_to_read)
                if await asyncio.to_thread(stored, database) == expected:
                    return
            await asyncio.sleep(0.3)


def without_end() -> FollowedHand:
    """Two raised by the least for hours, and the table stood still for months."""
    played = RandomHand(1, plain=True).play().played
    ((hand, _),) = hands_in(played.events, Context(played.table.config))
    hand.decisions += [Decision(0, words.FLOP, words.RAISE, 1, True)] * 300
    action = hand.actions[-1]
    hand.step = 70_000
    hand.actions.append((hand.step, *action[1:-1], MOST_THINK_MS))
    return hand


def test_a_hand_without_end_does_not_stop_the_history_of_all_tables(
    clickhouse_server: RunningClickHouse,
) -> None:
    # 256 raises of one player, or 65,536 steps, fitted no column: no hand of any table came in any more.
    rows = no_rows()
    add_hand(rows, "s0-endless01", without_end(), HandSealed(1, b"", (), ()), 1)

    with fresh_database(clickhouse_server) as database:
        for table, found in rows.items():
            database.insert(table, found, f"{table}:1")

        held = stored_sums(database, 1)
        assert {name: held[name] for name in sums_of(rows)} == sums_of(rows)
        assert numbers(database, "SELECT max(step) AS most FROM actions") == {"most": LAST_STEP}
        assert numbers(database, "SELECT max(raises) AS most FROM seats") == {"most": MOST_COUNTED}
