"""What the embedded ClickHouse reads from `RIVERRUN_CLICKHOUSE_*`."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port


@dataclass(frozen=True)
class EmbeddedSettings:
    """Defaults serve one machine."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the HTTP port; 0: any free one, told in the ready line")] = 8123
    data: Annotated[str, Meta(description="the engine's folder; one process at a time may use it")] = (
        ".riverrun/clickhouse"
    )
    password: Annotated[str, Meta(description="password of user `riverrun`, who may change things")] = field(
        default="", repr=False
    )
    analyst_password: Annotated[
        str, Meta(description="password of user `analyst`, who may only read; empty: nobody is let in so")
    ] = field(default="", repr=False)
    handles: Annotated[int, Meta(ge=1, le=64, description="statements that run at once")] = 4
    reader_handles: Annotated[
        int, Meta(ge=1, le=64, description="statements that run at once for `analyst`, beside the others")
    ] = 2
    reader_seconds: Annotated[
        int, Meta(ge=1, description="seconds that a statement of `analyst` may take; then it fails")
    ] = 30
    reader_memory_mb: Annotated[
        int, Meta(ge=16, description="megabytes that a statement of `analyst` may take; then it fails")
    ] = 256
    memory_mb: Annotated[
        int, Meta(ge=256, description="megabytes that all statements together may take; then they fail")
    ] = 1024
