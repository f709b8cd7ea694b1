"""What a reviewer's command looks at: which hands, found what, and what was decided on it before."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from console.giving_up import give_up
from console.reading.history_source import clickhouse_option, open_history
from console.reading.log_source import LogSource, log_options, open_source
from console.reading.stored_clubs import NoSuchClub, StoredClubs
from console.reading.stored_dockets import open_dockets
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from services.history.database import Database
from services.history.docket.docket import HOUSE, Docket
from services.history.review.asked_sums import Period, meetings_of
from services.history.review.findings import Finding, findings

NO_SUCH = 1
DAY_MS = 86_400_000

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Reviewed:
    """A period's findings, the strongest first, and the docket that belongs to them."""

    period: Period
    docket: Docket
    findings: list[Finding]
    database: Database

    def finding(self, key: str) -> Finding:
        """The one of that key. Ends the command with exit code 1 where it is not among them."""
        found = next((one for one in self.findings if one.key == key), None)
        if found is None:
            give_up(f"nothing of the kind is found in these hands: {key}", NO_SUCH)
        return found


def period_options(command: Command) -> Command:
    """Which hands are looked at."""
    days = click.option(
        "--days",
        type=click.FloatRange(min=0.01, max=366),
        default=30,
        show_default=True,
        help="Hands of the last so many days.",
    )
    club = click.option("--club", metavar="ID", default="", help="Only this club's tables, and its docket.")
    return days(club(log_options(clickhouse_option(command))))


@contextmanager
def reviewed(
    days: float, club: str, data: Path, nats: str | None, clickhouse: str | None
) -> Iterator[Reviewed]:
    """Look. Ends the command with exit code 1 for an unknown club, 2 without log or history."""
    now_ms = int(time.time() * 1000)
    with open_source(data, nats) as source, open_history(data, clickhouse) as database:
        tables = asyncio.run(_tables_of(source, club)) if club else None
        period = Period(now_ms - int(days * DAY_MS), now_ms, tables)
        with open_dockets(source.login) as dockets:
            docket = dockets.of(club or HOUSE)
        yield Reviewed(period, docket, findings(meetings_of(database, period)), database)


async def _tables_of(source: LogSource, club: str) -> list[str]:
    client = await connect(source.login)
    try:
        return list((await StoredClubs(JetStreamApi(client, AUDITOR.api_prefix)).club(club)).tables)
    except NoSuchClub:
        give_up(f"no such club: {club}", NO_SUCH)
    finally:
        await client.close()
