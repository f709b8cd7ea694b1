"""What the history service reads: `RIVERRUN_*`, and `CLICKHOUSE_*` for the database."""

from dataclasses import dataclass, field, replace
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port


@dataclass(frozen=True)
class ClickHouseSettings:
    """Which ClickHouse: the embedded one, a server or a cluster."""

    url: Annotated[str, Meta(description="http://user:password@host:port of ClickHouse")] = field(
        default="http://riverrun@127.0.0.1:8123", repr=False
    )
    database: Annotated[str, Meta(pattern=r"\A\w+\Z", description="the database of all tables")] = "riverrun"
    cluster: Annotated[
        str,
        Meta(
            pattern=r"\A[\w-]*\Z",
            description="the cluster's name: tables are replicated and spread over it; empty: one server",
        ),
    ] = ""

    @property
    def imported(self) -> "ClickHouseSettings":
        """Where hands from elsewhere are: never among our own players'."""
        return replace(self, database=f"{self.database}_imported")


@dataclass(frozen=True)
class HistorySettings:
    """Defaults serve one machine."""

    nats_url: Annotated[tuple[str, ...], Meta(description="NATS servers, by commas")] = (
        "nats://127.0.0.1:4222",
    )
    nats_password: Annotated[str, Meta(description="password of NATS user `history`")] = field(
        default="", repr=False
    )
    history_host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    history_port: Annotated[
        Port, Meta(description="the gRPC port; 0: any free one, told in the ready line")
    ] = 7304
    history_readers: Annotated[
        int, Meta(ge=1, le=64, description="questions asked of ClickHouse at once")
    ] = 4
    history_keys: Annotated[
        str, Meta(description="file with the keys that open players' own cards; empty: nobody gets his own")
    ] = ""
    history_batch_events: Annotated[
        int, Meta(ge=10, le=200_000, description="events after which a batch of rows is written")
    ] = 50_000
    history_batch_ms: Annotated[
        int, Meta(ge=10, le=10_000, description="milliseconds after which finished hands are written")
    ] = 400
    history_die_at: Annotated[
        str, Meta(description="tests only: kill -9 oneself before the insert of such a number")
    ] = ""
