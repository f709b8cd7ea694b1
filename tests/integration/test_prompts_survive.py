"""Every prompt that is open when its host is killed is open again, with the time that was left (R8.9)."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest_asyncio
from msgspec.structs import replace

from riverrun.contracts.subjects import public_view
from riverrun.contracts.table_commands import (
    AllIn,
    AnswerRunIt,
    AnswerStraddle,
    Call,
    CommitCut,
    Fold,
    ShowCards,
    SitDown,
    TellCut,
)
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import FeedMessage
from riverrun.kernel.cut import cut_commitment
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_process import QUICK, Asking, TableProcesses, asking, last_sign_ms, open_table
from tests.support.waiting import waiting_for

AWAY_S = 1.0
ROUND_MS = 500
"""A process says about so often that it lives."""
PROMPT_MS, CUT_MS, SHOW_MS = 60_000, 10_000, 30_000
CLOCKS = replace(QUICK.clocks, decision_ms=60_000, prompt_ms=PROMPT_MS)
STRADDLE, RUNS, CUT, SHOW = (f"s0-prompt{number}" for number in range(4))
CONFIGS: dict[str, TableConfig] = {
    STRADDLE: replace(QUICK, straddles=1, clocks=CLOCKS),
    RUNS: replace(QUICK, run_it=2, clocks=replace(CLOCKS, runout_ms=20_000)),
    CUT: replace(QUICK, players_cut=True, clocks=replace(CLOCKS, cut_ms=CUT_MS)),
    SHOW: replace(QUICK, clocks=replace(CLOCKS, between_hands_ms=SHOW_MS)),
}
NONCE = bytes(range(32))
View = dict[str, Any]


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[Asking]:
    async with asking(one_server) as door:
        yield door


async def seen(gateway: Asking, table: str, so: Callable[[View], bool]) -> View:
    """The table once it is so."""
    async with waiting_for(f"what is asked at {table}"):
        while not so(view := await gateway.see(table, "ann")):  # noqa: ASYNC110  only asking tells
            await asyncio.sleep(0.05)
        return view


def asks(kind: str) -> Callable[[View], bool]:
    return lambda view: bool(
        view["hand"] and view["hand"]["question"] and view["hand"]["question"]["kind"] == kind
    )


def has_turn(view: View) -> bool:
    return bool(view["hand"] and view["hand"]["turn"])


def player_to_act(view: View) -> str:
    turn = view["hand"]["turn"]
    return next(str(seat["player"]) for seat in view["seats"] if seat["seat"] == turn["seat"])


def left_ms(deadline_ms: int) -> int:
    return deadline_ms - time.time_ns() // 1_000_000


def time_left(view: View) -> int:
    return left_ms(view["hand"]["question"]["deadline_ms"])


class Prompts:
    """Four tables, each with another prompt open."""

    def __init__(self, gateway: Asking) -> None:
        self._gateway = gateway
        self._over: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        for table, config in CONFIGS.items():
            await open_table(self._gateway, table, config)
        await self._hear_the_end()
        for table in CONFIGS:
            for player in ("ann", "bob", "cid") if table == STRADDLE else ("ann", "bob"):
                assert not (await self._gateway.ask(table, player, SitDown(1_000))).code
        await self._to_a_straddle()
        await self._to_an_all_in()
        await self._to_an_end()
        await self._to_a_cut()

    async def _act(self, table: str, action: type[AllIn | Call | Fold]) -> None:
        view = await seen(self._gateway, table, has_turn)
        command = action(view["hand"]["hand"], view["hand"]["turn"]["turn"])
        assert not (await self._gateway.ask(table, player_to_act(view), command)).code

    async def _to_a_straddle(self) -> None:
        """The first hand has two players, and no straddle; all three are dealt in soon."""
        for _ in range(12):
            view = await seen(self._gateway, STRADDLE, lambda view: has_turn(view) or asks("straddle")(view))
            if asks("straddle")(view):
                return
            command = Fold(view["hand"]["hand"], view["hand"]["turn"]["turn"])
            await self._gateway.ask(STRADDLE, player_to_act(view), command)
        raise AssertionError("nobody is asked to straddle")

    async def _to_a_cut(self) -> None:
        """The first hand is dealt without a cut; both have a part in the second."""
        view = await seen(self._gateway, CUT, has_turn)
        for player in ("ann", "bob"):
            commitment = cut_commitment(CUT, view["hand_number"] + 1, player, NONCE).hex()
            command = CommitCut(view["hand_number"] + 1, commitment)
            assert not (await self._gateway.ask(CUT, player, command)).code
        await self._act(CUT, Fold)
        view = await seen(self._gateway, CUT, asks("cut"))
        await self._gateway.ask(CUT, "ann", TellCut(view["hand_number"], NONCE.hex()))

    async def _to_an_all_in(self) -> None:
        await self._act(RUNS, AllIn)
        await self._act(RUNS, Call)
        view = await seen(self._gateway, RUNS, asks("runs"))
        assert not (await self._gateway.ask(RUNS, "ann", AnswerRunIt(view["hand_number"], agree=True))).code

    async def _to_an_end(self) -> None:
        await self._act(SHOW, Fold)

    async def _hear_the_end(self) -> None:
        """Until when hands may be shown stands in events alone: at the hand's end, and when that is moved."""

        async def heard(message: Any) -> None:
            for event in msgspec.json.decode(message.data, type=FeedMessage).events:
                if event["type"] == "hand.ended" and not self._over.done():
                    self._over.set_result(event["show_until_ms"])

        await self._gateway.client.subscribe(public_view(SHOW), cb=heard)
        await self._gateway.client.flush()

    async def shown_until_ms(self) -> int:
        async with asyncio.timeout(LONG_S):
            return await self._over


async def test_prompts_are_open_again_after_kill_9_with_the_time_that_was_left(
    one_server: NatsServers, gateway: Asking, tmp_path: Path
) -> None:
    processes = TableProcesses(one_server, tmp_path)
    prompts = Prompts(gateway)
    async with processes.running() as process:
        await prompts.open()
        straddle = await seen(gateway, STRADDLE, asks("straddle"))
        runs, cut = await gateway.see(RUNS, "ann"), await gateway.see(CUT, "ann")
        shown_until_ms = await prompts.shown_until_ms()
        show = await gateway.see(SHOW, "ann")
        process.signal(signal.SIGKILL)
        before = {table: time_left(view) for table, view in ((STRADDLE, straddle), (RUNS, runs), (CUT, cut))}
        show_left_ms = left_ms(shown_until_ms)
        # What it did since its last word is given back: little, but on a machine that let it wait.
        given_back_ms = ROUND_MS + time.time_ns() // 1_000_000 - await last_sign_ms(one_server, process)
    await asyncio.sleep(AWAY_S)
    async with processes.running() as process:
        for table, was in ((STRADDLE, straddle), (RUNS, runs), (CUT, cut)):
            view = await gateway.see(table, "ann")
            question = view["hand"]["question"]
            assert {**question, "deadline_ms": 0} == {**was["hand"]["question"], "deadline_ms": 0}
            cost_ms = before[table] - time_left(view)
            most_ms = ROUND_MS + process.since_ms("ready")
            assert -given_back_ms < cost_ms < most_ms, f"{table}: the outage costs nobody time"

        # The shortest of the times left first.
        assert not (await gateway.ask(CUT, "bob", TellCut(2, NONCE.hex()))).code
        view = await gateway.see(CUT, "ann")
        assert [one["nonce"] for one in view["hand"]["cutters"]] == [NONCE.hex()] * 2
        assert view["you"]["hole_cards"]

        asked = straddle["hand"]["question"]["seats"][0]
        player = next(seat["player"] for seat in straddle["seats"] if seat["seat"] == asked)
        assert not (
            await gateway.ask(STRADDLE, player, AnswerStraddle(straddle["hand_number"], agree=True))
        ).code
        assert not (await gateway.ask(RUNS, "bob", AnswerRunIt(1, agree=True))).code
        assert len((await gateway.see(RUNS, "ann"))["hand"]["boards"]) == 2, "what ann answered still counts"

        winner = next(seat["player"] for seat in show["seats"] if not seat["folded"])
        assert show_left_ms > 0
        assert not (await gateway.ask(SHOW, winner, ShowCards(1))).code
