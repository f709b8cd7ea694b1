"""The end of a storm: all leave, all is brought over, and an audit says so twice with nothing between."""

import time
from collections.abc import Sequence
from typing import Any

from riverrun.contracts.table_commands import StandUp
from tests.chaos.storm.audits import Audits
from tests.chaos.storm.clubs import StormClub
from tests.support.table_process import Asking

AT_REST_S = 90.0


async def at_rest(clubs: Sequence[StormClub], door: Asking, audits: Audits) -> None:
    """Returns at the first audit that finds something, too. Raises `TimeoutError`."""
    until, before = time.monotonic() + AT_REST_S, None
    while time.monotonic() < until:
        seated = await _leave(clubs, door)
        report = await audits.once()
        if audits.wrong:
            return
        if report is not None and not seated and report == before and _nothing_open(report):
            return
        before = report
    raise TimeoutError(str(before))


async def _leave(clubs: Sequence[StormClub], door: Asking) -> int:
    """Tell all who sit to stand up; how many still sat."""
    sat = 0
    for table in (table for club in clubs for table in club.tables):
        for seat in (await door.see(table, "watcher"))["seats"]:
            sat += 1
            await door.ask(table, seat["player"], StandUp())
    return sat


def _nothing_open(report: dict[str, Any]) -> bool:
    clubs = report["clubs"]
    return all(one["at_tables"] == one["on_the_way"] == one["not_brought_over"] == 0 for one in clubs)
