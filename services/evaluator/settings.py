"""What the evaluator reads from `RIVERRUN_EVALUATOR_*`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port
from services.evaluator.processor import Baseline
from services.evaluator.warming import Choice


@dataclass(frozen=True)
class EvaluatorSettings:
    """Defaults serve one machine."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the gRPC port; 0: any free one, told in the ready line")] = 7301
    max_batch_hands: Annotated[
        int, Meta(ge=1, le=1_000_000, description="hands that one RankBatch may hold, seven bytes each")
    ] = 500_000
    max_samples: Annotated[int, Meta(ge=1, description="samples that one Simulate may take")] = 1_000_000_000
    workers: Annotated[int, Meta(ge=1, le=256, description="threads that compute, beside the event loop")] = 2
    engine: Annotated[
        Choice,
        Meta(
            description="numba: ready once compiled; numpy: never compiled; auto: compiled as soon as can be"
        ),
    ] = "auto"
    cache: Annotated[
        str, Meta(description="a folder for compiled code and tables, written by nobody else")
    ] = "~/.cache/riverrun/evaluator"
    shipped_cache: Annotated[
        str, Meta(description="a folder made by `python -m services.evaluator.fill_cache`, to begin with")
    ] = ""
    processor: Annotated[
        Baseline, Meta(description="what to compile for: the processor found, or a baseline")
    ] = "host"
