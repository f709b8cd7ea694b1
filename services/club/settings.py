"""What the club service as a whole reads from `RIVERRUN_CLUB_*`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port


@dataclass(frozen=True)
class ClubSettings:
    """Where it listens; the defaults serve one machine."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the gRPC port; 0: any free one, told in the ready line")] = 7303
