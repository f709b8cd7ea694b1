"""What the insurance service reads from `RIVERRUN_INSURANCE_*`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from riverrun.runtime.settings.environment import Port


@dataclass(frozen=True)
class InsuranceSettings:
    """Defaults serve one machine."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the gRPC port; 0: any free one, told in the ready line")] = 7302
    evaluator_target: Annotated[str, Meta(description="host:port of the evaluator")] = "127.0.0.1:7301"
    evaluator_deadline_ms: Annotated[
        int, Meta(ge=1, description="milliseconds to wait for the evaluator before nothing is offered")
    ] = 250
