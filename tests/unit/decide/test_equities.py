"""Equities of open hands stand in the events that turn them up and let their board grow (R10.3)."""

import asyncio
from itertools import combinations
from math import comb

import grpc
import msgspec
import pytest
from msgspec.structs import replace

from riverrun.client.equities import equity_in_words, percent
from riverrun.client.table import fold
from riverrun.contracts.subjects import public_view
from riverrun.contracts.table_commands import AllIn, Call, PreferRunIt
from riverrun.contracts.table_events import EquitiesChanged, HandsTurnedUp
from riverrun.contracts.views import FeedMessage, TableView
from riverrun.holdem.rank import rank
from riverrun.holdem.redact import PUBLIC
from riverrun.holdem.state import AllIn as RunningOut
from riverrun.holdem.state import Betting
from riverrun.holdem.view import view_of
from riverrun.kernel.cards import ALL_CARDS, Cards
from services.table.host.steps import Steps
from tests.support.live_table import TABLE, NoEvaluator
from tests.support.seated_table import SMALL, SeatedTable

WIN = 2520


class Counting(NoEvaluator):
    """Counts every way to complete the board; before a flop, all hands are worth the same."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Cards, Cards]] = []
        self.away = False

    async def equity(
        self, holes: tuple[Cards, ...], board: Cards, dead: Cards
    ) -> tuple[int, tuple[int, ...]]:
        self.asked.append((len(holes), board, dead))
        if self.away:
            raise grpc.RpcError
        seen = {*board, *dead, *(card for hole in holes for card in hole)}
        assert len(seen) == len(board) + len(dead) + 2 * len(holes), "a card twice"
        unseen = [card for card in ALL_CARDS if card not in seen]
        to_come = 5 - len(board)
        if to_come > 2:
            ways = comb(len(unseen), to_come)
            return ways, tuple(WIN * ways // len(holes) for _ in holes)
        shares = [0] * len(holes)
        runs = list(combinations(unseen, to_come))
        for run in runs:
            ranks = [rank((*hole, *board, *run)) for hole in holes]
            best = [at for at, one in enumerate(ranks) if one == max(ranks)]
            for at in best:
                shares[at] += WIN // len(best)
        return len(runs), tuple(shares)


async def a_table(run_it: int = 1, stacks: tuple[int, ...] = (500, 500, 500)) -> tuple[SeatedTable, Counting]:
    table = SeatedTable(replace(SMALL, run_it=run_it))
    counting = Counting()
    table.steps._evaluator = counting
    await table.seat("ann", "bob", "cy")
    return table, counting


async def pushes(table: SeatedTable, players: int = 2) -> int:
    """So many are all-in before the flop and the others fold; how many commits there were before."""
    await table.ask(table.to_act, AllIn(table.hand.hand, table.turn.turn))
    for _ in range(3 - players):
        await table.acts("fold")
    commits = len(table.log.commits)
    for _ in range(players - 1):
        commits = len(table.log.commits)
        await table.ask(table.to_act, Call(table.hand.hand, table.turn.turn))
    return commits


async def test_the_event_that_turns_hands_up_holds_their_equities_as_whole_numbers() -> None:
    table, _ = await a_table()
    commits = await pushes(table)

    turned_up = next(event for event in table.events_since(commits) if isinstance(event, HandsTurnedUp))

    (told,) = turned_up.equities
    assert (told.pot, told.board) == (0, 0)
    assert {seat for seat, _ in told.shares} == {seat for seat, _ in turned_up.hands}
    assert sum(share for _, share in told.shares) == WIN * told.ways


async def test_equities_follow_the_board_street_by_street_until_it_is_complete() -> None:
    table, counting = await a_table()
    commits = await pushes(table)
    for _ in range(3):
        await table.passes(table.hosted.table.config.clocks.runout_ms)

    grown = [event for event in table.events_since(commits) if isinstance(event, EquitiesChanged)]

    assert [event.equities[0].ways for event in grown] == [comb(45, 2), 44]
    assert all(
        sum(share for _, share in event.equities[0].shares) == WIN * event.equities[0].ways for event in grown
    )
    assert [len(board) for _, board, _ in counting.asked] == [0, 3, 4]


async def test_each_pot_has_equities_of_its_own_and_others_open_cards_cannot_come() -> None:
    table, counting = await a_table()
    short = table.hand.players[table.turn.at].player
    await table.next_hand()
    table.actor.hosted.record = replace(
        table.hosted.record,
        table=replace(
            table.hosted.table,
            hand=replace(
                table.hand,
                players=tuple(
                    replace(one, stack=100) if one.player == short else one for one in table.hand.players
                ),
            ),
        ),
    )
    commits = len(table.log.commits)
    await table.ask(table.to_act, AllIn(table.hand.hand, table.turn.turn))
    while isinstance(table.hand.phase, Betting):
        await table.ask(table.to_act, AllIn(table.hand.hand, table.turn.turn))

    turned_up = next(event for event in table.events_since(commits) if isinstance(event, HandsTurnedUp))

    assert [(one.pot, len(one.shares)) for one in turned_up.equities] == [(0, 3), (1, 2)]
    assert [(hands, len(dead)) for hands, _, dead in counting.asked] == [(3, 0), (2, 2)]


async def test_boards_run_apart_are_told_apart() -> None:
    table, counting = await a_table(run_it=2)
    for player in ("ann", "bob", "cy"):
        await table.ask(player, PreferRunIt("always"))
    commits = await pushes(table)
    runout_ms = table.hosted.table.config.clocks.runout_ms
    for _ in range(6):
        await table.passes(runout_ms)

    told = [
        [one.board for one in event.equities]
        for event in table.events_since(commits)
        if isinstance(event, HandsTurnedUp | EquitiesChanged)
    ]

    assert told == [[0], [0, 1], [0, 1], [1], [1], [1]]
    assert all(len(board) < 5 for _, board, _ in counting.asked)


async def test_without_the_evaluator_the_hand_goes_on_and_tells_none() -> None:
    table, counting = await a_table()
    counting.away = True
    commits = await pushes(table)
    for _ in range(3):
        await table.passes(table.hosted.table.config.clocks.runout_ms)

    events = table.events_since(commits)

    assert next(event for event in events if isinstance(event, HandsTurnedUp)).equities == ()
    assert not any(isinstance(event, EquitiesChanged) for event in events)
    assert any(type(event).__name__ == "PotAwarded" for event in events)


async def test_equities_of_an_earlier_street_are_not_shown_on_the_next() -> None:
    table, counting = await a_table()
    await pushes(table)
    assert view_of(table.hosted.table, PUBLIC).hand.equities  # type: ignore[union-attr]
    counting.away = True

    await table.passes(table.hosted.table.config.clocks.runout_ms)

    assert isinstance(table.hand.phase, RunningOut)
    assert view_of(table.hosted.table, PUBLIC).hand.equities == ()  # type: ignore[union-attr]


async def test_replay_asks_nobody_and_knows_the_same_equities() -> None:
    table, counting = await a_table()
    await pushes(table)
    await table.passes(table.hosted.table.config.clocks.runout_ms)
    before, asked = table.hand.equities, len(counting.asked)

    table.restart()

    assert table.hand.equities == before
    assert len(counting.asked) == asked


async def test_an_evaluator_that_breaks_otherwise_is_a_fault_and_not_overlooked() -> None:
    class Broken(NoEvaluator):
        async def equity(
            self, holes: tuple[Cards, ...], board: Cards, dead: Cards
        ) -> tuple[int, tuple[int, ...]]:
            await asyncio.sleep(0)
            raise ZeroDivisionError

    table, _ = await a_table()
    assert isinstance(table.steps, Steps)
    table.steps._evaluator = Broken()
    await table.ask(table.to_act, AllIn(table.hand.hand, table.turn.turn))
    await table.acts("fold")

    with pytest.raises(ZeroDivisionError):
        await table.ask(table.to_act, Call(table.hand.hand, table.turn.turn))


@pytest.mark.parametrize(
    ("share", "ways", "words"),
    [(WIN * 990, 990, "100.0"), (0, 44, "0.0"), (WIN * 11, 44, "25.0"), (840, 1, "33.3")],
)
def test_equities_are_read_in_tenths_of_a_percent(share: int, ways: int, words: str) -> None:
    assert percent(share, ways) == words


async def test_clients_fold_them_as_a_snapshot_shows_them() -> None:
    table, _ = await a_table()
    view = msgspec.convert(msgspec.to_builtins(view_of(table.hosted.table, PUBLIC)), TableView)
    sent = len(table.outlet.sent)
    await pushes(table)
    seen = []
    for _ in range(5):
        for message in table.outlet.sent[sent:]:
            if message.subject == public_view(TABLE):
                for event in msgspec.json.decode(message.data, type=FeedMessage).events:
                    view = fold(view, event)
        sent = len(table.outlet.sent)
        hand = view_of(table.hosted.table, PUBLIC).hand
        assert hand == view.hand
        seen.append([equity_in_words(view.hand, player.seat) for player in table.hand.players])
        await table.passes(table.hosted.table.config.clocks.runout_ms)

    assert sorted(seen[0]) == ["", "50.0 %", "50.0 %"]
    assert all(words == "" for words in seen[3])


def test_nobody_knows_equities_where_there_is_no_hand() -> None:
    assert equity_in_words(None, 1) == ""
