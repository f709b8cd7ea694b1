"""`riverrun review`: who should be looked at and why, and what people decided on it."""

import time
from pathlib import Path
from typing import get_args

import click
import msgspec

from console.giving_up import give_up
from console.ordering.operator_login import NothingRuns
from console.reviewing.asked import Reviewed, period_options, reviewed
from console.reviewing.deciding import decide_as_operator
from console.reviewing.evaluate import evaluate
from console.reviewing.shown import plain, queue, tell_finding
from console.telling.shown_table import wide_console
from riverrun.contracts.review_messages import Verdict
from riverrun.kernel.identifiers import NotAnIdentifier
from riverrun.runtime.nats.connection import CannotConnect
from services.history.docket.docket import HOUSE
from services.history.docket.docket_events import FindingDecided
from services.history.review.hands_of import MOST, hands_of

NO_WAY_THERE = 2
LONGEST_NOTE = 500


@click.group()
def review() -> None:
    """Look for collusion and machines in finished hands; people decide what it was (docs/review.md).

    Shown is what everybody at the table saw. Exit code 1: no such finding or club; 2: no log or history.
    """


@review.command("list")
@period_options
@click.option("--all", "everything", is_flag=True, help="Also what was cleared or confirmed.")
@click.option("--json", "as_json", is_flag=True, help="A list of JSON objects.")
def list_(
    days: float,
    club: str,
    data: Path,
    nats: str | None,
    clickhouse: str | None,
    everything: bool,
    as_json: bool,
) -> None:
    """The queue: findings on which nothing final was decided, the strongest first."""
    with reviewed(days, club, data, nats, clickhouse) as seen:
        found = seen.findings if everything else [one for one in seen.findings if _waits(seen, one.key)]
    if as_json:
        click.echo(msgspec.json.encode([plain(one, seen.docket) for one in found]))
    elif not found:
        click.echo("Nothing waits to be looked at.")
    else:
        wide_console().print(queue(found, seen.docket))


review.add_command(evaluate)


def _waits(seen: Reviewed, key: str) -> bool:
    newest = seen.docket.newest(key)
    return newest is None or newest.verdict == "watched"


@review.command()
@click.argument("finding")
@period_options
@click.option("--hands", "most", type=click.IntRange(0, MOST), default=20, show_default=True, help="So many.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def show(
    finding: str,
    days: float,
    club: str,
    data: Path,
    nats: str | None,
    clickhouse: str | None,
    most: int,
    as_json: bool,
) -> None:
    """One FINDING: why it is one, in which hands to look, what was decided on it."""
    with reviewed(days, club, data, nats, clickhouse) as seen:
        one = seen.finding(finding)
        hands = hands_of(seen.database, one, seen.period, most)
    if as_json:
        told = {**plain(one, seen.docket), "in_hands": msgspec.to_builtins(hands)}
        click.echo(msgspec.json.encode(told))
    else:
        tell_finding(one, hands, seen.docket)


@review.command()
@click.argument("finding")
@click.argument("verdict", type=click.Choice(get_args(Verdict)))
@click.option("--note", required=True, metavar="TEXT", help="Why; it stands in the log for ever.")
@click.option("--operator", metavar="NAME", help="Who decides; the default is your login name.")
@period_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def decide(
    finding: str,
    verdict: Verdict,
    note: str,
    operator: str | None,
    days: float,
    club: str,
    data: Path,
    nats: str | None,
    clickhouse: str | None,
    as_json: bool,
) -> None:
    """Say what a FINDING is: cleared, watched or confirmed. Log and audit log keep it under your name."""
    if not note.strip() or len(note) > LONGEST_NOTE or not note.isprintable():
        raise click.BadParameter(f"1 to {LONGEST_NOTE} printable characters", param_hint="--note")
    with reviewed(days, club, data, nats, clickhouse) as seen:
        one, period = seen.finding(finding), seen.period
    decided = FindingDecided(
        int(time.time() * 1000),
        "",
        one.key,
        verdict,
        note.strip(),
        one.score_milli,
        one.reasons,
        period.since_ms,
        period.until_ms,
    )
    try:
        by = decide_as_operator(data, nats, club or HOUSE, decided, operator)
    except NotAnIdentifier as error:
        raise click.UsageError(str(error)) from error
    except (NothingRuns, CannotConnect) as error:
        give_up(str(error), NO_WAY_THERE)
    if as_json:
        click.echo(msgspec.json.encode({"finding": one.key, "verdict": verdict, "by": by}))
    else:
        click.secho(f"{one.key}: {verdict}, by {by}", fg="green")
