"""The judge of a chaos run finds what is wrong, and nothing where nothing is."""

import msgspec
import pytest
from msgspec.structs import replace

from riverrun.contracts.table_commands import Fold, SitDown
from riverrun.contracts.views import TableView
from riverrun.holdem.redact import PUBLIC
from riverrun.holdem.state import Betting, Over
from riverrun.holdem.view import view_of
from riverrun.runtime.eventstore.logged import BrokenChain, LoggedCommit
from tests.chaos.players import Told
from tests.chaos.timeline import Timeline
from tests.chaos.verdict import judge
from tests.chaos.views import differences
from tests.support.judged_history import History
from tests.support.live_table import TABLE, LiveTable
from tests.unit.host.fake_host import QUICK


async def played() -> LiveTable:
    """One hand is over, its cards not yet sealed."""
    live = LiveTable(replace(QUICK, clocks=replace(QUICK.clocks, between_hands_ms=5_000)))
    await live.open()
    for player in ("p1", "p2"):
        await live.ask(player, SitDown(500), f"sit-{player}")
    await live.settle()
    hand = live.hosted.table.hand
    assert hand is not None
    assert isinstance(hand.phase, Betting)
    assert hand.phase.turn is not None
    await live.ask(hand.players[hand.phase.turn.at].player, Fold(hand.hand, hand.phase.turn.turn), "fold-1")
    assert type(live.hosted.table.hand.phase) is Over  # type: ignore[union-attr]
    return live


def history_of(live: LiveTable, *left_out: int) -> History:
    history = History(TABLE)
    for seq, commit in enumerate(live.log.commits, 1):
        if seq not in left_out:
            history.add(LoggedCommit(seq, commit, b""))
    return history


def told(*commands: tuple[str, str]) -> Told:
    found = Told()
    for player, command in commands:
        found.ack(TABLE, player, command, 0.1)
    return found


async def test_a_clean_run_is_found_clean() -> None:
    live = await played()
    verdict = judge({TABLE: history_of(live)}, told(("p1", "sit-p1"), ("p2", "sit-p2")))

    assert verdict.faults == []


async def test_an_acknowledged_command_that_the_log_lacks_is_found() -> None:
    live = await played()
    (fault,) = judge({TABLE: history_of(live)}, told(("p1", "sit-p1"), ("p1", "never"))).faults

    assert "never" in fault


async def test_a_command_twice_in_the_log_is_found() -> None:
    live = await played()
    history = history_of(live)
    history.commits.append(history.commits[1])
    (fault,) = judge({TABLE: history}, told()).faults

    assert "more than once" in fault


async def test_a_hand_that_a_client_saw_end_otherwise_is_found() -> None:
    live = await played()
    seen = told()
    seen.hands[TABLE, 1] = {"p1": [{"seat": 1, "stack": 999}]}
    (fault,) = judge({TABLE: history_of(live)}, seen).faults

    assert "p1 saw" in fault


async def test_a_hole_in_the_log_is_found() -> None:
    live = await played()
    with pytest.raises(BrokenChain):
        history_of(live, 3)


async def test_a_true_view_agrees_and_a_false_one_does_not() -> None:
    live = await played()
    history = history_of(live)
    true = msgspec.json.decode(msgspec.json.encode(view_of(live.hosted.table, PUBLIC)), type=TableView)
    poorer = replace(true.seats[0], stack=true.seats[0].stack - 1)
    false = replace(true, seats=(poorer, *true.seats[1:]))

    assert differences(true, true, history) == []
    (difference,) = differences(false, true, history)
    assert "view.seats[0].stack is" in difference
    assert len(differences(false, false, history)) == 1, "both views agree, but not with the log"


async def test_a_turn_that_the_clock_ended_too_soon_is_found_and_an_outage_is_not_the_players_time() -> None:
    live = await played()
    live.clock.ms += 5_000
    await live.settle()
    live.clock.ms += QUICK.clocks.decision_ms
    await live.settle()
    history = history_of(live)
    decision_ms = QUICK.clocks.decision_ms
    timeline = Timeline({TABLE: history})
    whole_run = [(0, live.clock.ms)]

    assert timeline.robbed(decision_ms, []) == []
    (found,) = timeline.robbed(decision_ms + 1, [])
    assert "answered by the clock after" in found
    assert len(timeline.robbed(decision_ms, whole_run)) == 1, "the log was away while he was asked"
