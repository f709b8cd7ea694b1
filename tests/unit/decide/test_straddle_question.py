"""The question whether to straddle outlives the process that asked it, and outages (R3.14, R8.9)."""

from riverrun.contracts.operator_commands import VoidHand
from riverrun.contracts.table_commands import SitDown
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.table_events import HandSealed, HandStarted
from riverrun.holdem.state import Question
from services.table.codec import codec
from services.table.decide.facts import Facts
from services.table.decide.operating import order, take_over
from services.table.host.hosted import Cause
from tests.support.live_table import LiveTable

PROMPT_MS = 5_000


async def asked_at_a_live_table() -> tuple[LiveTable, Question]:
    """A hosted table of three, played on until somebody is asked to straddle."""
    live = LiveTable(TableConfig(seats=3, straddles=1, clocks=Clocks(prompt_ms=PROMPT_MS)))
    await live.open()
    for player in ("ann", "bob", "cy"):
        await live.ask(player, SitDown(10_000))
    for _ in range(20):
        await live.settle()
        hand = live.hosted.table.hand
        if hand is not None and hand.question is not None:
            return live, hand.question
        live.clock.ms += 20_000
    raise AssertionError("nobody is asked")


async def test_a_process_that_dies_while_a_player_is_asked_asks_again_with_the_time_that_was_left() -> None:
    live, question = await asked_at_a_live_table()
    live.clock.ms += 2_000

    live.restart()
    await live.settle()

    hand = live.hosted.table.hand
    assert hand is not None
    assert hand.question == question
    live.clock.ms = question.deadline_ms
    await live.settle()
    hand = live.hosted.table.hand
    assert hand is not None
    assert hand.question is None
    assert hand.positions


async def test_an_outage_moves_the_time_to_answer() -> None:
    live, question = await asked_at_a_live_table()

    draft = take_over(live.hosted.table, "other", 4_000, Facts(live.clock.ms + 4_000))

    assert draft.hand.question is not None
    assert draft.hand.question.deadline_ms == question.deadline_ms + 4_000


async def test_a_hand_voided_before_its_cards_gives_all_blinds_back_and_proves_nothing() -> None:
    live, _ = await asked_at_a_live_table()
    draft = order(live.hosted.table, VoidHand("a test"), Facts(live.clock.ms))
    await live.hosted.commit(draft, Cause("operator", "void"), live.clock.ms)
    stacks = {seat.seat: seat.stack for seat in live.hosted.table.seats}

    await live.settle()

    events = [event for commit in live.log.commits for event in codec.decode_all(commit)]
    started = [event for event in events if isinstance(event, HandStarted)][-2]
    assert stacks == {player.seat: player.stack for player in started.players}
    sealed = next(event for event in reversed(events) if isinstance(event, HandSealed))
    assert (sealed.public, sealed.private) == ((), ())
