"""The insurance service answers over gRPC: quotes, refusals, and what it says while the evaluator is away."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import grpc
import pytest
from grpc_health.v1 import health_pb2

from riverrun.kernel.cards import text_of
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceStub, add_InsuranceServicer_to_server
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from services.insurance.next_cards import NextCards
from services.insurance.servicer import Insurance
from tests.support.evaluator import health_of
from tests.support.patience import LONG_S
from tests.support.service_process import service_process
from tests.unit.insurance.next_cards import AwayNextCards, OwnNextCards
from tests.unit.insurance.requests import pot, question

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceAsyncStub

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["Insurance"]
THREE_WAY = ("2c7d9hJs", "9c9d", "AhAd", "KsKd")
CHOPPED = ("AcKdQh4s", "AhTd", "Ad8c")
TEN_HANDS = [f"{rank}h{rank}s" for rank in "23456789TQ"]
HOLED = pb.Terms(
    policy=pb.POLICY_ODDS_TABLE,
    premium_on_hit=pb.PREMIUM_ON_HIT_KEPT,
    odds_table=[pb.TableRow(outs=outs, odds=pb.Odds(paid=2, premium=1)) for outs in (1, 2, 4)],
)


@asynccontextmanager
async def insurance_by(next_cards: NextCards) -> "AsyncIterator[InsuranceAsyncStub]":
    """The real server on a free port, and a client of it."""
    hosted = HostedService(DESCRIPTOR, partial(add_InsuranceServicer_to_server, Insurance(next_cards)))
    server = GrpcServer("127.0.0.1", 0, [hosted], GrpcSettings(stop_grace_s=0))
    channel = open_channel((await server.start())["grpc"])
    try:
        yield InsuranceStub(channel)
    finally:
        await channel.close()
        await server.stop()


@pytest.fixture
async def insurance() -> "AsyncIterator[InsuranceAsyncStub]":
    async with insurance_by(OwnNextCards()) as stub:
        yield stub


async def test_each_pot_is_quoted_to_its_own_favourite(insurance: "InsuranceAsyncStub") -> None:
    request = question(THREE_WAY, pot(300, 1, 2, 3), pot(400, 2, 3))

    answer = await insurance.Quote(request, timeout=LONG_S)

    main, side = answer.pots
    assert (main.favourite, text_of(main.outs), main.unseen) == (1, "KcKhAcAs", 42)
    assert main.offer.price == pb.Price(odds=pb.Odds(paid=7, premium=1), most=300)
    assert main.offer.probability == pb.Ratio(value=2, over=21)
    assert main.offer.margin == pb.Ratio(value=5, over=19)  # 7 instead of 38/4
    assert (main.offer.full.coverage, main.offer.full.premium) == (300, 43)
    assert main.offer.full.edge == pb.Ratio(value=31, over=129)  # (38 x 43 - 4 x 300) / (42 x 43)
    assert main.offer.break_even.coverage == 100
    assert main.offer.equal_profit.coverage == 262  # and 300 - 38
    assert (side.favourite, text_of(side.outs)) == (2, "KcKh")
    assert [price.odds.paid for price in side.offer.prices] == [30, 15]


async def test_what_is_not_offered_has_a_reason_and_still_tells_the_outs(
    insurance: "InsuranceAsyncStub",
) -> None:
    request = question(("7h8hKc2s", "AcAd", "9hTh"), pot(1000, 1, 2))

    (answer,) = (await insurance.Quote(request, timeout=LONG_S)).pots

    assert answer.reason == pb.REASON_TOO_MANY_OUTS
    assert len(answer.outs) == 15
    assert not answer.HasField("offer")


async def test_without_a_favourite_none_is_named(insurance: "InsuranceAsyncStub") -> None:
    request = question(("TcJdQh2c", "AcKc", "AhKs"), pot(1000, 1, 2))

    (answer,) = (await insurance.Quote(request, timeout=LONG_S)).pots

    assert answer == pb.PotQuote(unseen=44, reason=pb.REASON_NO_FAVOURITE)


async def test_tie_cards_tell_how_many_share(insurance: "InsuranceAsyncStub") -> None:
    (answer,) = (await insurance.Quote(question(CHOPPED, pot(500, 1, 2)), timeout=LONG_S)).pots

    assert len(answer.ties) == 10
    assert {tie.sharing for tie in answer.ties} == {2}
    assert text_of(answer.offer.kept) == "8d8h8s"


async def test_a_premium_owed_and_a_limit_show_in_the_offer(insurance: "InsuranceAsyncStub") -> None:
    request = question(CHOPPED, pot(500, 1, 2, owed=50), hand_limit=200)

    (answer,) = (await insurance.Quote(request, timeout=LONG_S)).pots

    assert (answer.offer.least, answer.offer.full.coverage, answer.offer.capped) == (50, 200, True)


async def test_where_one_chip_is_too_much_there_is_no_equal_profit(insurance: "InsuranceAsyncStub") -> None:
    (answer,) = (await insurance.Quote(question(THREE_WAY, pot(1, 1, 2, 3)), timeout=LONG_S)).pots

    assert answer.offer.HasField("full")
    assert not answer.offer.HasField("equal_profit")


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (question(("2c7d9hJs", "AhAd", "KsAd"), pot(9, 1, 2)), "duplicate_card", "hands[1].cards"),
        (question(("2c7d9hJs", "AhAd"), pot(9, 1)), "wrong_count", "hands"),
        (question(("2c7d9hJs", *TEN_HANDS), pot(9, 1, 2)), "wrong_count", "hands"),
        (question(("2c7d9hJs4s5s", "AhAd", "KsKd"), pot(9, 1, 2)), "wrong_count", "board"),
        (question(THREE_WAY, pot(-1, 1, 2)), "bad_amount", "pots[0].amount"),
        (question(THREE_WAY, pot(9, 1, 2), terms=pb.Terms()), "unknown_policy", "terms.policy"),
        (question(THREE_WAY, pot(9, 1, 2), terms=HOLED), "hole_in_table", "terms.odds_table"),
        (question(THREE_WAY, pot(9, 1, 2), pot(9, 1, 2, left_out="3c")), "not_an_out", "pots[1].left_out"),
        (question(THREE_WAY, pot(9, 2, 3, left_out="KcKh")), "nothing_kept", "pots[0].left_out"),
    ],
)
async def test_a_bad_question_is_refused_with_code_and_field(
    insurance: "InsuranceAsyncStub", request_: pb.QuoteRequest, code: str, field: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await insurance.Quote(request_, timeout=LONG_S)

    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    found = bad_argument_in(refused.value)
    assert found is not None
    assert (found.code, found.field) == (code, field)
    assert "3c" not in (refused.value.details() or "")


async def test_while_the_evaluator_is_away_nothing_is_quoted_under_a_code_that_stays() -> None:
    async with insurance_by(AwayNextCards()) as insurance:
        with pytest.raises(grpc.aio.AioRpcError) as away:
            await insurance.Quote(question(CHOPPED, pot(500, 1, 2)), timeout=LONG_S)

    assert away.value.code() == grpc.StatusCode.UNAVAILABLE
    assert (away.value.details() or "").startswith("evaluator_away: ")


async def test_insurance_as_a_process_answers_drains_and_ends_and_its_log_names_no_card() -> None:
    async with service_process(
        "services.insurance", RIVERRUN_INSURANCE_PORT="0", RIVERRUN_LOG_LEVEL="debug"
    ) as process:
        address = (await process.wait_for("ready"))["grpc"]
        assert await health_of(address, DESCRIPTOR.full_name) == health_pb2.HealthCheckResponse.SERVING
        async with open_channel(address) as channel:
            stub: InsuranceAsyncStub = InsuranceStub(channel)
            with pytest.raises(grpc.aio.AioRpcError):
                await stub.Quote(question(CHOPPED, pot(-1, 1, 2)), timeout=LONG_S)
        process.signal()
        exit_code = await process.ended()

    assert exit_code == 0
    logged = str(process.lines) + process.other_output
    assert [hand for hand in CHOPPED if hand in logged] == []
