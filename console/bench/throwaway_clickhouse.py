"""An embedded ClickHouse for one measurement, in a folder that is gone afterwards."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory

from console.bench.measured_process import MeasuredProcess, service

PASSWORD = "bench"  # noqa: S105  of an engine that ends with the run


@asynccontextmanager
async def throwaway_clickhouse() -> AsyncIterator[tuple[MeasuredProcess, str]]:
    """The process, and the URL at which it is written to."""
    with TemporaryDirectory(prefix="riverrun-bench-") as folder:
        environment = {
            "RIVERRUN_CLICKHOUSE_PORT": "0",
            "RIVERRUN_CLICKHOUSE_DATA": f"{folder}/clickhouse",
            "RIVERRUN_CLICKHOUSE_PASSWORD": PASSWORD,
        }
        async with service("history.embedded", environment, "clickhouse") as (engine, address):
            yield engine, address.replace("://", f"://riverrun:{PASSWORD}@")
