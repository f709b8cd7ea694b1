"""`riverrun report`: a player's sessions, winnings and insurance as a picture."""

import time
from pathlib import Path

import click
import msgspec

from console.account.errand_options import json_option
from console.analysts.results_picture import results_figure
from console.giving_up import give_up
from console.reading.history_source import history_options, imported_option, open_history
from console.reading.named_player import UNKNOWN, only_one_named
from console.supervisor.log_line import printable
from services.history.statistics.hud import Hud
from services.history.statistics.results import Point, Results

DAY_MS = 86_400_000
DOTS_AN_INCH = 110


@click.command()
@click.argument("player")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The PNG; default: PLAYER.png.")
@click.option("--days", type=click.FloatRange(min=0, min_open=True), help="Of the last so many days.")
@click.option("--currency", default="", help="Only hands in this currency.")
@imported_option
@history_options
@json_option
def report(
    player: str,
    out: Path | None,
    days: float | None,
    currency: str,
    imported: bool,
    data: Path,
    clickhouse: str | None,
    as_json: bool,
) -> None:
    """Draw a player's results, by id or by name: winnings and all-in EV, sessions, insurance.

    Exit code 1: nobody of that name has played, or no such hand; 2: there is no history.
    """
    since_ms = int(time.time() * 1000 - days * DAY_MS) if days is not None else 0
    with open_history(data, clickhouse, imported=imported) as database:
        who, name = only_one_named(player, Hud(database).named(player))
        results = Results(database)
        points, stays = results.points(who, since_ms, currency), results.stays(who, since_ms)
    if not points:
        give_up(f"{printable(name)} has played no such hand", UNKNOWN)
    file = out or Path(f"{who}.png")
    results_figure(name, points, stays).savefig(file, format="png", dpi=DOTS_AN_INCH)
    if as_json:
        click.echo(msgspec.json.encode(_plain(who, name, file, points[-1])))
    else:
        click.echo(str(file))


def _plain(player: str, name: str, file: Path, last: Point) -> dict[str, object]:
    """Where the picture is, and where its lines end."""
    ends = {"hands": last.played, "won": last.won, "expected": last.expected, "insurance": last.insured}
    return {"player": player, "name": name, "file": str(file), **ends}
