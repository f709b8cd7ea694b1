"""What the club service as a whole reads from `RIVERRUN_CLUB_*`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port


@dataclass(frozen=True)
class ClubSettings:
    """Where it listens and writes; the defaults serve one machine."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    nats_url: Annotated[tuple[str, ...], Meta(description="NATS servers, by commas")] = (
        "nats://127.0.0.1:4222",
    )
    nats_password: Annotated[str, Meta(description="password of NATS user `club`")] = ""
    threads: Annotated[
        int, Meta(ge=1, le=256, description="calls about clubs and chips worked on at once")
    ] = 16
    most_owned: Annotated[int, Meta(ge=1, description="clubs that one person may own")] = 20
    most_joined: Annotated[
        int, Meta(ge=1, description="clubs that one person may belong to, his own included")
    ] = 100
    looks_round_ms: Annotated[
        int,
        Meta(ge=50, le=60_000, description="milliseconds between two looks for who has to leave his seat"),
    ] = 1_000
    port: Annotated[Port, Meta(description="the gRPC port; 0: any free one, told in the ready line")] = 7303
