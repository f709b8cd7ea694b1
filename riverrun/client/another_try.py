"""Which refusals pass by themselves, and how long to wait for that."""

import asyncio

from riverrun.client.refusal import Refused

RETRY_MS = 500
WORTH_ANOTHER_TRY = frozenset(
    {
        "table_unavailable",
        "rate_limited",
        "too_many_unanswered",
        "busy",
        "accounts_unavailable",
        "history_unavailable",
        "account_busy",
        "table_away",
    }
)


async def wait_for_another_try(refused: Refused) -> None:
    """Wait as long as the server asks. Raises the refusal itself where waiting changes nothing."""
    if refused.code not in WORTH_ANOTHER_TRY:
        raise refused
    await asyncio.sleep(int(refused.details.get("retry_ms") or RETRY_MS) / 1_000)
