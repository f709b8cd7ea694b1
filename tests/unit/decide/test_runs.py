"""Running an all-in's board more than once, hunting the rabbit, squeezing the last card (R6.4, R7)."""

import asyncio

import msgspec
import pytest

from riverrun.contracts.table_commands import (
    AllIn,
    AnswerRunIt,
    Call,
    Fold,
    HuntRabbit,
    PreferRunIt,
    SitDown,
    Squeeze,
)
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.table_events import RunsAgreed, RunsAsked, RunsRefused
from riverrun.holdem.state import Betting, chips_due, chips_on
from services.table.codec import codec
from services.table.host.dealer import sight_of
from tests.support.live_table import LiveTable

CONFIG = TableConfig(
    small_blind=5,
    big_blind=10,
    min_buy_in=100,
    max_buy_in=1_000,
    run_it=2,
    rabbit_hunt=True,
    rabbit_fee=3,
    clocks=Clocks(squeeze_ms=9_000),
)


async def _dealt(config: TableConfig = CONFIG) -> LiveTable:
    """Two players, heads-up, the first turn open."""
    live = LiveTable(config)
    await live.open()
    for player in ("ann", "bob"):
        await live.ask(player, SitDown(500))
    await live.settle()
    return live


async def _all_in(live: LiveTable) -> None:
    for command in (AllIn, Call):
        hand = live.hosted.table.hand
        assert hand is not None
        assert isinstance(hand.phase, Betting)
        turn = hand.phase.turn
        assert turn is not None
        reply = await live.ask(hand.players[turn.at].player, command(hand.hand, turn.turn))
        assert not reply.code, reply


async def _fold(live: LiveTable) -> None:
    hand = live.hosted.table.hand
    assert hand is not None
    assert isinstance(hand.phase, Betting)
    assert hand.phase.turn is not None
    await live.ask(hand.players[hand.phase.turn.at].player, Fold(hand.hand, hand.phase.turn.turn))


def _happened(live: LiveTable, kind: type) -> int:
    return sum(isinstance(one, kind) for commit in live.log.commits for one in codec.decode_all(commit))


async def _run_out(live: LiveTable) -> None:
    for _ in range(20):
        live.clock.ms += 10_000
        await live.settle()


@pytest.mark.parametrize(("answers", "boards"), [((True, True), 2), ((True, False), 1)])
def test_the_board_is_run_twice_only_if_both_agree(answers: tuple[bool, bool], boards: int) -> None:
    async def story() -> None:
        live = await _dealt()
        await _all_in(live)
        assert _happened(live, RunsAsked) == 1
        for player, agree in zip(("ann", "bob"), answers, strict=True):
            assert not (await live.ask(player, AnswerRunIt(1, agree))).code
        hand = live.hosted.table.hand
        assert hand is not None
        assert len(hand.boards) == boards
        assert hand.question is None
        await _run_out(live)
        assert chips_on(live.hosted.table) == chips_due(live.hosted.table) == 1_000

    asyncio.run(story())


def test_no_answer_in_time_is_a_no() -> None:
    async def story() -> None:
        live = await _dealt()
        await _all_in(live)
        await live.ask("ann", AnswerRunIt(1, agree=True))
        live.clock.ms += CONFIG.clocks.prompt_ms
        await live.settle()
        assert _happened(live, RunsRefused) == 1
        assert (await live.ask("bob", AnswerRunIt(1, agree=True))).code == "not_asked"

    asyncio.run(story())


@pytest.mark.parametrize(("preference", "agreed"), [("always", 1), ("never", 0)])
def test_stored_preferences_ask_nobody(preference: str, agreed: int) -> None:
    async def story() -> None:
        live = await _dealt()
        for player in ("ann", "bob"):
            await live.ask(player, PreferRunIt(preference))  # type: ignore[arg-type]
        await _all_in(live)
        assert _happened(live, RunsAsked) == 0
        assert _happened(live, RunsAgreed) == agreed

    asyncio.run(story())


def test_an_open_question_survives_the_death_of_the_process_with_the_time_that_was_left() -> None:
    async def story() -> None:
        live = await _dealt()
        await _all_in(live)
        live.clock.ms += 2_000
        before = live.hosted.table.hand
        live.restart()
        after = live.hosted.table.hand
        assert before is not None
        assert before.question is not None
        assert after == before
        assert before.question.deadline_ms - live.clock.ms == CONFIG.clocks.prompt_ms - 2_000

    asyncio.run(story())


def test_who_has_agreed_stays_secret_until_all_have() -> None:
    async def story() -> None:
        live = await _dealt()
        await _all_in(live)
        before = len(live.outlet.sent)
        await live.ask("ann", AnswerRunIt(1, agree=True))
        assert {sent.subject.rsplit(".", 1)[1] for sent in live.outlet.sent[before:]} == {"ann"}

    asyncio.run(story())


def test_the_rabbit_is_seen_by_who_asks_and_pays_and_by_nobody_else() -> None:
    async def story() -> None:
        live = await _dealt()
        await _fold(live)
        before = len(live.outlet.sent)
        assert not (await live.ask("ann", HuntRabbit(1))).code
        deck, hand = live.hosted.deck, live.hosted.table.hand
        assert deck is not None
        assert hand is not None
        seen = {
            sent.subject.rsplit(".", 1)[1]: msgspec.json.decode(sent.data)
            for sent in live.outlet.sent[before:]
        }
        assert len(seen["ann"]["events"][0]["cards"]) == 10
        assert len(seen["ann"]["events"][0]["openings"]) == 5
        assert seen["bob"]["events"][0]["cards"] == seen["public"]["events"][0]["cards"] == ""
        assert sight_of(hand, 1, deck).rabbit == deck.cards((4, 5, 6, 7, 8))
        table = live.hosted.table
        assert table.fees == 3
        assert chips_on(table) == chips_due(table) == 997
        assert (await live.ask("ann", HuntRabbit(1))).code == "no_rabbit"

    asyncio.run(story())


def test_no_rabbit_is_hunted_after_a_showdown() -> None:
    async def story() -> None:
        live = await _dealt(msgspec.structs.replace(CONFIG, run_it=1))
        await _all_in(live)
        for _ in range(4):
            live.clock.ms += 9_000
            await live.actor.turn()
        assert (await live.ask("ann", HuntRabbit(1))).code == "no_rabbit"

    asyncio.run(story())


def test_a_contender_squeezes_the_last_card_open_before_its_time() -> None:
    async def story() -> None:
        live = await _dealt(msgspec.structs.replace(CONFIG, run_it=1))
        await _all_in(live)
        assert (await live.ask("ann", Squeeze(1))).code == "not_asked"
        for _ in range(2):
            live.clock.ms += CONFIG.clocks.runout_ms
            await live.settle()
        hand = live.hosted.table.hand
        assert hand is not None
        assert len(hand.boards[0]) == 4
        assert not (await live.ask("bob", Squeeze(1))).code
        assert live.hosted.table.hand is not None
        assert len(live.hosted.table.hand.boards[0]) == 5

    asyncio.run(story())
