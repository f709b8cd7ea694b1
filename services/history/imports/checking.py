"""What the log of imported hands says that history must hold of them."""

from collections.abc import Callable

from riverrun.contracts.subjects import ALL_IMPORTED, IMPORTED_STREAM
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.history.imports.projecting import AT_ONCE, rows_of
from services.history.projection.checksums import Sum, added, sums_of


async def imported_sums(api: JetStreamApi, up_to: int, tell: Callable[[int], None]) -> dict[str, Sum]:
    """Counts and checksums by table. Raises nats-py's errors and `ApiRefused`."""
    sums, seq = dict[str, Sum](), 0
    while seq < up_to:
        found = (await api.batch(IMPORTED_STREAM, ALL_IMPORTED, seq + 1, AT_ONCE)).messages
        messages = [one for one in found if one.seq <= up_to]
        if not messages:
            break
        sums = added(sums, sums_of(rows_of(messages)))
        seq = messages[-1].seq
        tell(seq)
    return sums


async def last_imported(api: JetStreamApi) -> int:
    """The sequence of the newest imported hand; 0: none yet."""
    return (await api.state(IMPORTED_STREAM)).last_seq
