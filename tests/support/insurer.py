"""Insurance and evaluator as processes of their own, for tables and tests that sell covers."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from tests.support.service_process import service_process

NOBODY = "127.0.0.1:9"


@asynccontextmanager
async def running_insurer() -> AsyncIterator[str]:
    """Insurance upon an evaluator that need not compile for it; its address."""
    async with AsyncExitStack() as running:
        evaluator = await running.enter_async_context(
            service_process(
                "services.evaluator", RIVERRUN_EVALUATOR_PORT="0", RIVERRUN_EVALUATOR_ENGINE="numpy"
            )
        )
        target = (await evaluator.wait_for("ready"))["grpc"]
        insurance = await running.enter_async_context(
            service_process(
                "services.insurance",
                RIVERRUN_INSURANCE_PORT="0",
                RIVERRUN_INSURANCE_EVALUATOR_TARGET=target,
                RIVERRUN_INSURANCE_EVALUATOR_DEADLINE_MS="5000",
            )
        )
        yield (await insurance.wait_for("ready"))["grpc"]


def insured_by(target: str) -> dict[str, str]:
    """What a table process needs to know; patient, for a machine that is busy."""
    return {"RIVERRUN_INSURANCE_TARGET": target, "RIVERRUN_INSURANCE_DEADLINE_MS": "5000"}
