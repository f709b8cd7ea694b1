"""The evaluator as it runs: its own process, its log, its end, and its return."""

import signal
from pathlib import Path

import grpc
import pytest
from aiohttp import ClientSession
from grpc_health.v1 import health_pb2

from riverrun.kernel.cards import cards, text_of
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from tests.support.evaluator import engine_named, evaluator_at, health_of
from tests.support.nats_server import free_port
from tests.support.patience import LONG_S
from tests.support.service_process import DRAINS_LONG, service_process

EVALUATOR = "services.evaluator"
HOLES = ("7h2d", "9c4s", "Ah5h")
BOARD = "2c3d4hTsKs"
SHOWDOWN = pb.ShowdownRequest(boards=[bytes(cards(BOARD))], holes=[bytes(cards(hole)) for hole in HOLES])


async def test_the_evaluator_answers_also_while_it_drains_and_its_log_names_no_card() -> None:
    async with service_process(
        EVALUATOR, RIVERRUN_EVALUATOR_PORT="0", RIVERRUN_LOG_LEVEL="debug", **DRAINS_LONG
    ) as process:
        address = (await process.wait_for("ready"))["grpc"]
        async with evaluator_at(address) as evaluator:
            answer = await evaluator.Showdown(SHOWDOWN, timeout=LONG_S)
            with pytest.raises(grpc.aio.AioRpcError, match="duplicate_card"):
                await evaluator.Rank(pb.RankRequest(cards=bytes(cards(BOARD)) + b"\x00"), timeout=LONG_S)
            assert await health_of(address) == health_pb2.HealthCheckResponse.SERVING

            process.signal(signal.SIGTERM)
            await process.wait_for("stopping")

            assert await health_of(address) == health_pb2.HealthCheckResponse.NOT_SERVING
            while_draining = await evaluator.Showdown(SHOWDOWN, timeout=LONG_S)
        process.signal(signal.SIGTERM)
        await process.ended()

    assert while_draining == answer
    logged = str(process.lines) + process.other_output
    for hole in HOLES:
        assert hole not in logged
        assert str(list(cards(hole))) not in logged
        assert text_of(reversed(cards(hole))) not in logged


EQUITY = pb.EquityRequest(holes=[bytes(cards("AhKh")), bytes(cards("QsQd"))])


async def told_of(address: str) -> tuple[str, str]:
    """The engine by the health page, and the metrics beside it."""
    async with ClientSession() as session:
        async with session.get(f"http://{address}/readyz") as answer:
            engine: str = (await answer.json())["about"]["engine"]
        async with session.get(f"http://{address}/metrics") as answer:
            return engine, await answer.text()


async def test_where_numba_cannot_be_loaded_arrays_answer_the_same_and_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('not on this machine')")
    async with service_process(
        EVALUATOR,
        PYTHONPATH=str(tmp_path),
        RIVERRUN_EVALUATOR_PORT="0",
        RIVERRUN_EVALUATOR_CACHE=str(tmp_path / "cache"),
        RIVERRUN_HEALTH_PORT="0",
    ) as process:
        ready = await process.wait_for("ready")
        if "kernels_not_loaded" not in process.events():
            await process.wait_for("kernels_not_loaded")
        async with evaluator_at(ready["grpc"]) as evaluator:
            answer = await evaluator.Equity(EQUITY, timeout=LONG_S)
        engine, metrics = await told_of(ready["health"])
        process.signal(signal.SIGTERM)
        exit_code = await process.ended()

    assert exit_code == 0
    assert process.events()[-2:] == ["stopping", "stopped"]
    assert ready["engine"] == "numpy"
    assert [hand.wins for hand in answer.hands] == [787_966, 917_606]
    assert engine == "numpy"
    assert 'riverrun_evaluator_info{engine="numpy"} 1.0' in metrics


async def test_where_only_numba_is_wanted_and_cannot_be_loaded_the_service_does_not_start(
    tmp_path: Path,
) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('not on this machine')")
    async with service_process(
        EVALUATOR,
        PYTHONPATH=str(tmp_path),
        RIVERRUN_EVALUATOR_PORT="0",
        RIVERRUN_EVALUATOR_CACHE=str(tmp_path / "cache"),
        RIVERRUN_EVALUATOR_ENGINE="numba",
    ) as process:
        assert await process.ended() == 1

    assert "cannot_start" in process.events()


async def test_compiled_kernels_answer_and_it_is_told() -> None:
    engine_named("numba")  # whoever comes first compiles for all
    async with service_process(
        EVALUATOR,
        RIVERRUN_EVALUATOR_PORT="0",
        RIVERRUN_EVALUATOR_ENGINE="numba",
        RIVERRUN_HEALTH_PORT="0",
    ) as process:
        ready = await process.wait_for("ready")
        async with evaluator_at(ready["grpc"]) as evaluator:
            answer = await evaluator.Equity(EQUITY, timeout=LONG_S)
        engine, metrics = await told_of(ready["health"])

    assert ready["engine"] == "numba"
    assert [hand.wins for hand in answer.hands] == [787_966, 917_606]
    assert engine == "numba"
    assert 'riverrun_evaluator_info{engine="numba"} 1.0' in metrics


async def test_a_client_finds_the_evaluator_again_after_kill_and_restart() -> None:
    port = str(free_port())
    async with service_process(EVALUATOR, RIVERRUN_EVALUATOR_PORT=port) as process:
        address = (await process.wait_for("ready"))["grpc"]
        async with evaluator_at(address) as evaluator:
            before = await evaluator.Showdown(SHOWDOWN, timeout=LONG_S)

            process.signal(signal.SIGKILL)
            await process.ended()
            with pytest.raises(grpc.aio.AioRpcError) as away:
                await evaluator.Showdown(SHOWDOWN, timeout=1)
            assert away.value.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
            async with service_process(EVALUATOR, RIVERRUN_EVALUATOR_PORT=port) as again:
                await again.wait_for("ready")

                after = await evaluator.Showdown(SHOWDOWN, timeout=LONG_S, wait_for_ready=True)

    assert after == before


async def test_a_port_that_is_taken_is_no_second_home() -> None:
    async with service_process(EVALUATOR, RIVERRUN_EVALUATOR_PORT="0") as first:
        port = (await first.wait_for("ready"))["grpc"].split(":")[1]
        async with service_process(EVALUATOR, RIVERRUN_EVALUATOR_PORT=port) as second:
            assert await second.ended() == 1

    (refused,) = [line for line in second.lines if line["event"] == "cannot_start"]
    assert "CannotListen" in refused["exception"]
