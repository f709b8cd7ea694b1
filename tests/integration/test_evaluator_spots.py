"""Equity, NextCard and Simulate over gRPC: answered, refused by name, stopped when nobody waits any more."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc
import numpy as np
import pytest
from numpy.typing import NDArray
from prometheus_client import REGISTRY

from riverrun.kernel.cards import card, cards
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from services.evaluator.counts import Counts
from services.evaluator.engine import Engine, Simulation
from services.evaluator.servicer import Limits
from services.evaluator.spot import Spot
from tests.support.evaluator import engine_named, evaluator_at, evaluator_server
from tests.support.patience import LONG_S
from tests.support.waiting import until, waiting_for

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorAsyncStub


WHOLE = 2520


def packed(*texts: str) -> list[bytes]:
    return [bytes(cards(text)) for text in texts]


def hole(text: str) -> bytes:
    return bytes(cards(text))


class CountedEngine:
    """The compiled engine; it counts the slices it was asked for."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.slices = 0
        self._at_work = threading.Event()

    async def at_work(self) -> None:
        """Wait until some slices were begun."""
        assert await asyncio.to_thread(self._at_work.wait, LONG_S)

    def _begin(self) -> None:
        self.slices += 1
        if self.slices == 5:
            self._at_work.set()

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def hands_a_slice(self) -> int:
        return self._engine.hands_a_slice

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        self._begin()
        return self._engine.ranks(hands)

    def count(self, spot: Spot) -> Counts:
        self._begin()
        return self._engine.count(spot)

    def count_unknown(self, spot: Spot, ways: range) -> Counts:
        self._begin()
        return self._engine.count_unknown(spot, ways)

    def sample(self, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
        self._begin()
        return self._engine.sample(simulation, attempts, most)


@pytest.fixture
def engine() -> CountedEngine:
    return CountedEngine(engine_named("numba"))


@pytest.fixture
async def evaluator(engine: CountedEngine) -> "AsyncIterator[EvaluatorAsyncStub]":
    async with (
        evaluator_server(engine, Limits(samples=200_000_000)) as address,
        evaluator_at(address) as stub,
    ):
        yield stub


async def test_equity_comes_in_whole_numbers_that_add_up(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.EquityRequest(holes=packed("AhKh", "QsQd"))

    answer = await evaluator.Equity(question, timeout=LONG_S)

    assert answer.ways == 1_712_304
    assert [hand.wins for hand in answer.hands] == [787_966, 917_606]
    assert {hand.ties for hand in answer.hands} == {6_732}
    assert sum(hand.share for hand in answer.hands) == WHOLE * answer.ways


async def test_an_empty_hand_is_any_hand_and_keeps_its_place(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.EquityRequest(holes=[b"", hole("AhKh")], board=hole("7h4h2c"))

    answer = await evaluator.Equity(question, timeout=LONG_S)

    assert answer.ways == 1_070_190
    assert answer.hands[1].wins == 756_886
    assert answer.hands[0].wins == 1_070_190 - 756_886 - 8_679


async def test_the_next_card_says_who_leads_which_pot(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.NextCardRequest(
        holes=packed("KsKd", "AhKh", "9c8c"),
        board=hole("7h7d2s3s"),
        pots=[pb.Pot(contenders=[0, 1, 2]), pb.Pot(contenders=[2, 1])],
    )

    answer = await evaluator.NextCard(question, timeout=LONG_S)

    assert [list(pot.hands) for pot in answer.now] == [[0], [1]]
    by_card = {one.card: [list(pot.hands) for pot in one.pots] for one in answer.cards}
    assert len(by_card) == 42
    assert list(by_card) == sorted(by_card)
    assert by_card[card("Ad")] == [[1], [1]]
    assert by_card[card("8h")] == [[0], [2]]


async def test_without_a_pot_all_contend_for_one(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.NextCardRequest(holes=packed("AhKd", "AsKc"), board=hole("Qd7s2d"))

    answer = await evaluator.NextCard(question, timeout=LONG_S)

    assert [list(pot.hands) for pot in answer.now] == [[0, 1]]


async def test_a_simulation_is_told_several_times_and_then_done(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.SimulateRequest(hole=hole("AhKh"), unknown_opponents=1, samples=20_000_000, seed=3)

    told = [answer async for answer in evaluator.Simulate(question, timeout=LONG_S)]

    assert [answer.done for answer in told] == [False] * (len(told) - 1) + [True]
    assert len(told) > 1
    samples = [answer.samples for answer in told]
    assert samples == sorted(samples)
    assert samples[-1] == 20_000_000
    found = told[-1].hand.share / (WHOLE * told[-1].samples)
    assert found == pytest.approx(0.670446, abs=6 * told[-1].standard_error)
    assert told[-1].seed == 3


async def test_the_seed_that_was_drawn_is_told_and_gives_the_same_again(
    evaluator: "EvaluatorAsyncStub",
) -> None:
    kings = pb.Range(holes=hole("KsKc") + hole("KsKd"), weights=[3, 1])
    question = pb.SimulateRequest(
        hole=hole("AhQh"), board=hole("7h4h2c"), unknown_opponents=1, ranges=[kings], samples=30_000
    )

    *_, first = [answer async for answer in evaluator.Simulate(question, timeout=LONG_S)]
    question.seed = first.seed
    *_, again = [answer async for answer in evaluator.Simulate(question, timeout=LONG_S)]

    assert again == first


async def test_a_simulation_ends_once_it_is_precise(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.SimulateRequest(hole=hole("AhKh"), unknown_opponents=2, standard_error=0.0005)

    *_, answer = [answer async for answer in evaluator.Simulate(question, timeout=LONG_S)]

    assert answer.standard_error <= 0.0005
    assert answer.samples < 5_000_000


TWO = packed("AhAd", "KhKd")
FLOP = hole("7h4h2c")
RANGE = pb.Range(holes=hole("QsQd"))


def simulated(**fields: Any) -> pb.SimulateRequest:
    return pb.SimulateRequest(**{"hole": hole("AhKh"), "unknown_opponents": 1, "samples": 10, **fields})


BAD_QUESTIONS = [
    (pb.EquityRequest(holes=TWO[:1]), "wrong_count", "holes"),
    (pb.EquityRequest(holes=[bytes([a, a + 1]) for a in range(0, 20, 2)]), "wrong_count", "holes"),
    (pb.EquityRequest(holes=TWO, board=bytes(range(6))), "wrong_count", "board"),
    (pb.EquityRequest(holes=[TWO[0], b"\x01"]), "wrong_count", "holes[1]"),
    (pb.EquityRequest(holes=[TWO[0], b"\x01\x34"]), "not_a_card", "holes[1]"),
    (pb.EquityRequest(holes=[TWO[0], b"", b""]), "unknown_hand", "holes[2]"),
    (pb.EquityRequest(holes=TWO, board=TWO[1][:1]), "duplicate_card", "holes[1]"),
    (pb.EquityRequest(holes=TWO, dead=TWO[0]), "duplicate_card", "dead"),
    (pb.EquityRequest(holes=TWO, dead=bytes(range(44))), "too_few_cards", "holes"),
    (pb.NextCardRequest(board=FLOP), "wrong_count", "holes"),
    (pb.NextCardRequest(holes=TWO, board=FLOP[:2]), "wrong_count", "board"),
    (pb.NextCardRequest(holes=TWO, board=hole("7h4h2c3c5c")), "wrong_count", "board"),
    (pb.NextCardRequest(holes=TWO, board=FLOP, pots=[pb.Pot()]), "wrong_count", "pots[0]"),
    (pb.NextCardRequest(holes=TWO, board=FLOP, pots=[pb.Pot(contenders=[0, 2])]),
     "not_a_contender", "pots[0]"),
    (pb.NextCardRequest(holes=TWO, board=FLOP, pots=[pb.Pot(contenders=[1, 1])]),
     "not_a_contender", "pots[0]"),
    (simulated(unknown_opponents=0), "unknown_hand", "unknown_opponents"),
    (simulated(unknown_opponents=9), "wrong_count", "unknown_opponents"),
    (simulated(unknown_opponents=8, ranges=[RANGE]), "unknown_hand", "unknown_opponents"),
    (simulated(samples=0), "no_limit", "samples"),
    (simulated(samples=200_000_001), "no_limit", "samples"),
    (simulated(standard_error=-1.0), "no_limit", "standard_error"),
    (simulated(standard_error=float("nan")), "no_limit", "standard_error"),
    (simulated(hole=b""), "wrong_count", "hole"),
    (simulated(board=hole("AhKh2c")), "duplicate_card", "hole"),
    (simulated(ranges=[pb.Range()]), "wrong_count", "ranges[0].holes"),
    (simulated(ranges=[pb.Range(holes=b"\x01\x02\x03")]), "wrong_count", "ranges[0].holes"),
    (simulated(ranges=[pb.Range(holes=b"\x01\x40")]), "not_a_card", "ranges[0].holes"),
    (simulated(ranges=[pb.Range(holes=b"\x01\x01")]), "bad_range", "ranges[0].holes"),
    (simulated(ranges=[pb.Range(holes=b"\x01\x02\x02\x01")]), "bad_range", "ranges[0].holes"),
    (simulated(ranges=[pb.Range(holes=b"\x01\x02", weights=[1, 2])]), "bad_range", "ranges[0].weights"),
    (simulated(ranges=[pb.Range(holes=b"\x01\x02", weights=[0])]), "bad_range", "ranges[0]"),
    (simulated(ranges=[pb.Range(holes=hole("AhQd"))]), "bad_range", "ranges[0]"),
    (simulated(ranges=[RANGE, RANGE]), "bad_range", "ranges"),
]  # fmt: skip


Question: TypeAlias = pb.EquityRequest | pb.NextCardRequest | pb.SimulateRequest


async def ask(evaluator: "EvaluatorAsyncStub", question: Question) -> None:
    match question:
        case pb.EquityRequest():
            await evaluator.Equity(question, timeout=LONG_S)
        case pb.NextCardRequest():
            await evaluator.NextCard(question, timeout=LONG_S)
        case pb.SimulateRequest():
            async for _ in evaluator.Simulate(question, timeout=LONG_S):
                pass


@pytest.mark.parametrize(("question", "code", "field"), BAD_QUESTIONS)
async def test_a_bad_question_is_refused_with_code_and_field(
    evaluator: "EvaluatorAsyncStub", question: Question, code: str, field: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await ask(evaluator, question)

    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    found = bad_argument_in(refused.value)
    assert found is not None
    assert (found.code, found.field) == (code, field)


LONG_EQUITY = pb.EquityRequest(holes=[*packed("AhKh", "QsQd", "7c7d"), b""])
LONG_SIMULATION = simulated(samples=200_000_000, unknown_opponents=8)


async def idle(engine: CountedEngine) -> None:
    """No slice was begun for a while; all of them would take many times as long as is waited here."""
    async with waiting_for("the end of the work", lambda: f"{engine.slices} slices"):
        seen = -1
        while engine.slices != seen:
            seen = engine.slices
            await asyncio.sleep(0.5)


async def test_a_cancelled_equity_stops_within_a_slice(
    engine: CountedEngine, evaluator: "EvaluatorAsyncStub"
) -> None:
    call = evaluator.Equity(LONG_EQUITY, timeout=LONG_S)
    asked = asyncio.ensure_future(call)
    await engine.at_work()

    call.cancel()

    await idle(engine)
    assert engine.slices < 1_000
    with pytest.raises(asyncio.CancelledError):
        await asked


async def test_a_simulation_whose_deadline_passed_stops(
    engine: CountedEngine, evaluator: "EvaluatorAsyncStub"
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as late:
        async for _ in evaluator.Simulate(LONG_SIMULATION, timeout=0.3):
            pass

    assert late.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    await idle(engine)


async def test_a_simulation_that_nobody_reads_on_stops(
    engine: CountedEngine, evaluator: "EvaluatorAsyncStub"
) -> None:
    call = evaluator.Simulate(LONG_SIMULATION, timeout=LONG_S)
    assert not (await anext(aiter(call))).done

    call.cancel()

    await idle(engine)


async def test_a_long_equity_does_not_hold_up_a_single_hand_nor_a_short_equity(
    engine: CountedEngine, evaluator: "EvaluatorAsyncStub"
) -> None:
    long = asyncio.ensure_future(evaluator.Equity(LONG_EQUITY, timeout=LONG_S))
    await engine.at_work()
    hand = pb.RankRequest(cards=hole("AsKsQsJsTs"))
    short = pb.EquityRequest(holes=TWO, board=FLOP)
    for _ in range(20):
        await evaluator.Rank(hand, timeout=LONG_S)
        await evaluator.Equity(short, timeout=LONG_S)

    assert not long.done()
    long.cancel()


def counted(method: str, code: str) -> float:
    labels = {"method": f"/riverrun.evaluator.v1.Evaluator/{method}", "code": code}
    return REGISTRY.get_sample_value("riverrun_grpc_calls_total", labels) or 0.0


async def test_streams_are_counted_by_how_they_ended(evaluator: "EvaluatorAsyncStub") -> None:
    def so_far() -> Callable[[str], float]:
        before = {code: counted("Simulate", code) for code in ("OK", "INVALID_ARGUMENT", "CANCELLED")}
        return lambda code: counted("Simulate", code) - before[code]

    since = so_far()
    await ask(evaluator, simulated())
    with pytest.raises(grpc.aio.AioRpcError):
        await ask(evaluator, simulated(samples=0))
    call = evaluator.Simulate(LONG_SIMULATION, timeout=LONG_S)
    await anext(aiter(call))
    call.cancel()
    await until(lambda: since("CANCELLED") > 0)

    assert [since(code) for code in ("OK", "INVALID_ARGUMENT", "CANCELLED")] == [1, 1, 1]
