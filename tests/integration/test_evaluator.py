"""The evaluator answers over gRPC, and says in a way that stays what is wrong with a question."""

import threading
from collections.abc import AsyncIterator
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import grpc
import numpy as np
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from numpy.typing import NDArray

from riverrun.holdem.rank import rank, ranks
from riverrun.kernel.cards import ALL_CARDS, cards, text_of
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.answering import CALLS
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.channel import open_channel
from services.evaluator.counts import Counts
from services.evaluator.engine import Engine, Simulation
from services.evaluator.servicer import Limits
from services.evaluator.spot import Spot
from tests.support.evaluator import DESCRIPTOR, engine_named, evaluator_at, evaluator_server, health_of
from tests.support.patience import LONG_S
from tests.support.waiting import until

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorAsyncStub


def packed(*texts: str) -> list[bytes]:
    return [bytes(cards(text)) for text in texts]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return engine_named("numpy")


@pytest.fixture
async def address(engine: Engine) -> AsyncIterator[str]:
    async with evaluator_server(engine, Limits(batch_hands=200_000)) as address:
        yield address


@pytest.fixture
async def evaluator(address: str) -> "AsyncIterator[EvaluatorAsyncStub]":
    async with evaluator_at(address) as stub:
        yield stub


async def test_one_hand_is_ranked_with_its_kind_and_five_cards(evaluator: "EvaluatorAsyncStub") -> None:
    (hand,) = packed("KcKdKhTsTc4d2h")

    answer = await evaluator.Rank(pb.RankRequest(cards=hand), timeout=LONG_S)

    assert answer.hand.rank == rank(cards("KcKdKhTsTc4d2h"))
    assert answer.hand.category == pb.CATEGORY_FULL_HOUSE
    assert text_of(answer.hand.best_five) == "KhKdKcTsTc"


async def test_five_and_six_cards_are_hands_too(evaluator: "EvaluatorAsyncStub") -> None:
    for text in ("7c5d4h3s2c", "7c5d4h3s2c2d"):
        (hand,) = packed(text)

        answer = await evaluator.Rank(pb.RankRequest(cards=hand), timeout=LONG_S)

        assert answer.hand.rank == rank(cards(text))


async def test_a_showdown_ranks_every_player_on_every_board(evaluator: "EvaluatorAsyncStub") -> None:
    boards = ("2c3d4hTsKs", "2c3d4hAdAh", "2c3d4h9h9d")
    holes = ("5d6d", "Ac5h", "4c4d")
    question = pb.ShowdownRequest(boards=packed(*boards), holes=packed(*holes))

    answer = await evaluator.Showdown(question, timeout=LONG_S)

    for board, ranking in zip(boards, answer.boards, strict=True):
        expected = ranks(cards(board), [cards(hole) for hole in holes])
        assert tuple(player.rank for player in ranking.players) == expected
    six_high, wheel, trips = answer.boards[0].players
    assert (six_high.category, wheel.category, trips.category) == (
        pb.CATEGORY_STRAIGHT,
        pb.CATEGORY_STRAIGHT,
        pb.CATEGORY_TRIPS,
    )
    assert text_of(wheel.best_five) == "5h4h3d2cAc"


async def test_a_showdown_says_who_wins_which_pot_on_which_board(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.ShowdownRequest(
        boards=packed("2c7d9hJsKh", "2c7d9hJs3d"),
        holes=packed("AhAd", "KsKd", "QcQd", "AcAs"),
        pots=[pb.Pot(contenders=seats) for seats in ((3, 0, 1, 2), (0, 2), (0, 3), (2,))],
    )

    answer = await evaluator.Showdown(question, timeout=LONG_S)

    won = [[list(pot.hands) for pot in board.winners] for board in answer.boards]
    assert won == [[[1], [0], [0, 3], [2]], [[0, 3], [0], [0, 3], [2]]]


async def test_without_a_pot_all_play_for_one(evaluator: "EvaluatorAsyncStub") -> None:
    question = pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("2c2d", "3c3d", "4c4d"))

    answer = await evaluator.Showdown(question, timeout=LONG_S)

    assert [list(pot.hands) for pot in answer.boards[0].winners] == [[0, 1, 2]]


async def test_a_batch_comes_back_in_its_order(engine: Engine, evaluator: "EvaluatorAsyncStub") -> None:
    chance = Random(5)
    hands = [chance.sample(ALL_CARDS, 7) for _ in range(2_000)] * 50  # two slices
    assert len(hands) > engine.hands_a_slice

    answer = await evaluator.RankBatch(pb.RankBatchRequest(hands=b"".join(map(bytes, hands))), timeout=LONG_S)

    assert np.frombuffer(answer.ranks, "<u2").tolist() == [rank(hand) for hand in hands[:2_000]] * 50


async def test_an_empty_batch_has_an_empty_answer(evaluator: "EvaluatorAsyncStub") -> None:
    answer = await evaluator.RankBatch(pb.RankBatchRequest(), timeout=LONG_S)

    assert answer.ranks == b""


ROYAL = "AsKsQsJsTs"
BAD_QUESTIONS = [
    (pb.RankRequest(cards=b"\x01\x02"), "wrong_count", "cards"),
    (pb.RankRequest(cards=bytes(range(8))), "wrong_count", "cards"),
    (pb.RankRequest(cards=bytes([0, 1, 2, 3, 52])), "not_a_card", "cards"),
    (pb.RankRequest(cards=bytes([0, 1, 2, 3, 0])), "duplicate_card", "cards"),
    (pb.RankBatchRequest(hands=bytes(range(8))), "wrong_count", "hands"),
    (pb.RankBatchRequest(hands=bytes(range(7)) * 200_001), "batch_too_large", "hands"),
    (pb.RankBatchRequest(hands=bytes(range(7)) * 70_000 + bytes(7)), "duplicate_card", "hands[70000]"),
    (pb.RankBatchRequest(hands=bytes(range(7)) + bytes(range(46, 53))), "not_a_card", "hands[1]"),
    (pb.ShowdownRequest(holes=packed("AhAd", "KhKd")), "wrong_count", "boards"),
    (pb.ShowdownRequest(boards=packed(ROYAL) * 4, holes=packed("AhAd", "KhKd")), "wrong_count", "boards"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("AhAd")), "wrong_count", "holes"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=[bytes([a, a + 1]) for a in range(0, 20, 2)]),
     "wrong_count", "holes"),
    (pb.ShowdownRequest(boards=packed(ROYAL, "2c2d2h"), holes=packed("AhAd", "KhKd")),
     "wrong_count", "boards[1]"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("AhAd", "Kh")), "wrong_count", "holes[1]"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=[b"\x00\x01", b"\x02\xff"]), "not_a_card", "holes[1]"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("AhAd", "AdKd")), "duplicate_card", "holes[1]"),
    (pb.ShowdownRequest(boards=packed("2c3c4c5c6c", ROYAL), holes=packed("AsAd", "KhKd")),
     "duplicate_card", "holes[0]"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("AhAd", "KhKd"), pots=[pb.Pot(contenders=[1, 2])]),
     "not_a_contender", "pots[0]"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("AhAd", "KhKd"), pots=[pb.Pot(contenders=[0, 0])]),
     "not_a_contender", "pots[0]"),
    (pb.ShowdownRequest(boards=packed(ROYAL), holes=packed("AhAd", "KhKd"), pots=[pb.Pot()]),
     "wrong_count", "pots[0]"),
    (pb.ShowdownRequest(boards=[bytes([1, 1, 2, 3, 4])], holes=packed("AhAd", "KhKd")),
     "duplicate_card", "boards[0]"),
]  # fmt: skip


Question: TypeAlias = pb.RankRequest | pb.RankBatchRequest | pb.ShowdownRequest


async def ask(evaluator: "EvaluatorAsyncStub", question: Question) -> None:
    match question:
        case pb.RankRequest():
            await evaluator.Rank(question, timeout=LONG_S)
        case pb.RankBatchRequest():
            await evaluator.RankBatch(question, timeout=LONG_S)
        case pb.ShowdownRequest():
            await evaluator.Showdown(question, timeout=LONG_S)


@pytest.mark.parametrize(("question", "code", "field"), BAD_QUESTIONS)
async def test_a_bad_question_is_refused_with_code_and_field(
    evaluator: "EvaluatorAsyncStub", question: Question, code: str, field: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await ask(evaluator, question)

    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert (refused.value.details() or "").startswith(f"{code}: {field}: ")
    found = bad_argument_in(refused.value)
    assert found is not None
    assert (found.code, found.field) == (code, field)
    assert found.words


class SlowEngine:
    """An engine that ranks only, waits to be let on, and counts the slices it is given."""

    name = "slow"
    hands_a_slice = 1_000

    def __init__(self) -> None:
        self.slices = 0
        self.go_on = threading.Event()

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        self.slices += 1
        assert self.go_on.wait(LONG_S)
        return np.ones(len(hands), np.uint16)

    def count(self, spot: Spot) -> Counts:
        raise AssertionError("not asked here")

    def count_unknown(self, spot: Spot, ways: range) -> Counts:
        raise AssertionError("not asked here")

    def sample(self, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
        raise AssertionError("not asked here")


async def test_work_whose_deadline_passed_is_dropped_between_slices() -> None:
    engine = SlowEngine()
    question = pb.RankBatchRequest(hands=bytes(range(7)) * (5 * engine.hands_a_slice))
    given_up = CALLS.labels(f"/{DESCRIPTOR.full_name}/RankBatch", "CANCELLED")._value
    before = given_up.get()
    async with evaluator_server(engine) as address, evaluator_at(address) as evaluator:
        with pytest.raises(grpc.aio.AioRpcError) as late:
            await evaluator.RankBatch(question, timeout=0.3)
        if engine.slices:
            await until(lambda: given_up.get() > before)
        engine.go_on.set()

    assert late.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    # None at all where the machine was too busy to begin in time.
    assert engine.slices <= 1


async def test_a_long_batch_does_not_hold_up_a_single_hand() -> None:
    engine = SlowEngine()
    (hand,) = packed(ROYAL)
    async with evaluator_server(engine) as address, evaluator_at(address) as evaluator:
        batch = evaluator.RankBatch(pb.RankBatchRequest(hands=bytes(range(7))), timeout=LONG_S)
        single = await evaluator.Rank(pb.RankRequest(cards=hand), timeout=LONG_S)
        engine.go_on.set()
        answer = await batch

    assert single.hand.rank == 7462
    assert answer.ranks == b"\1\0"


class BrokenEngine(SlowEngine):
    """An engine with a bug whose words name a card."""

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        raise LookupError(text_of(hands[0].tolist()))


async def test_a_bug_is_internal_and_does_not_tell_the_cards(caplog: pytest.LogCaptureFixture) -> None:
    async with evaluator_server(BrokenEngine()) as address, evaluator_at(address) as evaluator:
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await evaluator.RankBatch(pb.RankBatchRequest(hands=bytes(range(7))), timeout=LONG_S)

    assert (failed.value.code(), failed.value.details()) == (grpc.StatusCode.INTERNAL, "internal error")
    assert "2c2d" not in caplog.text


async def test_health_says_serving_for_the_service_by_name(address: str) -> None:
    for service in ("", DESCRIPTOR.full_name):
        assert await health_of(address, service) == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_service(address: str) -> None:
    async with open_channel(address) as channel:
        # The published stubs know the blocking client only.
        reflection = reflection_pb2_grpc.ServerReflectionStub(channel)  # type: ignore[arg-type]
        asked = reflection_pb2.ServerReflectionRequest(list_services="")
        answers = reflection.ServerReflectionInfo(iter([asked]), timeout=LONG_S)  # type: ignore[operator]
        answer = await anext(aiter(answers))

    names = [service.name for service in answer.list_services_response.service]
    assert {DESCRIPTOR.full_name, "grpc.health.v1.Health"} <= set(names)
