"""The table service's settings.

One frozen class, read from `RIVERRUN_*`, with defaults that work on one machine.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

DeathPoint: TypeAlias = Literal[
    "unsettled", "unanswered", "unseen", "showdown", "snapshot", "buy_in", "hosted", "rolled", "carried_on"
]
"""Where a process can be made to die: an append on its way, not yet answered, not yet shown to viewers, …"""


@dataclass(frozen=True)
class TableSettings:
    """What the table service needs to know."""

    nats_url: Annotated[tuple[str, ...], Meta(description="NATS servers, by commas")] = (
        "nats://127.0.0.1:4222",
    )
    nats_password: Annotated[str, Meta(description="password of NATS user `table`")] = ""
    evaluator_target: Annotated[str, Meta(description="host:port of the evaluator")] = "127.0.0.1:7301"
    evaluator_deadline_ms: Annotated[
        int, Meta(ge=1, description="milliseconds to wait for ranks before the table ranks itself")
    ] = 500
    insurance_target: Annotated[str, Meta(description="host:port of who quotes insurance")] = "127.0.0.1:7302"
    insurance_deadline_ms: Annotated[
        int,
        Meta(
            ge=1,
            description="milliseconds to wait for a quote, or the club's limit, before nothing is offered",
        ),
    ] = 500
    club_target: Annotated[str, Meta(description="host:port of the club service, for buy-ins")] = (
        "127.0.0.1:7303"
    )
    club_deadline_ms: Annotated[
        int, Meta(ge=1, description="milliseconds to wait for the ledger before it is asked again")
    ] = 3000
    shards: Annotated[int, Meta(ge=1, le=64, description="shards whose slots are shared among the hosts")] = 1
    table_id_life_s: Annotated[
        int,
        Meta(ge=0, description="seconds after which a table rolls to a new id; 0: each month, by UTC"),
    ] = 0
    live_keys: Annotated[str, Meta(description="file with the keys that seal running hands")] = (
        ".riverrun/keys/live.json"
    )
    history_keys: Annotated[str, Meta(description="file with the keys that seal finished hands")] = (
        ".riverrun/keys/history.json"
    )
    sandbox: Annotated[
        bool, Meta(description="allows what tests of the service need; never in production")
    ] = False
    table_die_at: Annotated[
        str,
        Meta(
            description="sandbox only: kill -9 oneself on passing a named point so many times, such as "
            "`unsettled:20`; see `services/table/host/dying.py`"
        ),
    ] = ""
    table_clock_off_ms: Annotated[
        int, Meta(description="sandbox only: milliseconds by which this process's clock is wrong")
    ] = 0
