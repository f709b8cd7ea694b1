"""What the evaluator reads from `RIVERRUN_EVALUATOR_*`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port


@dataclass(frozen=True)
class EvaluatorSettings:
    """Defaults serve one machine."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the gRPC port; 0: any free one, told in the ready line")] = 7301
    max_batch_hands: Annotated[
        int, Meta(ge=1, le=1_000_000, description="hands that one RankBatch may hold, seven bytes each")
    ] = 500_000
    workers: Annotated[
        int, Meta(ge=1, le=256, description="threads that rank batches, beside the event loop")
    ] = 2
