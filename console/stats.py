"""`riverrun stats`: a player's figures, each with its opportunities; without a player, who plays most."""

import time
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from console.giving_up import give_up
from console.reading.history_source import history_options, imported_option, open_history
from console.reading.named_player import UNKNOWN, only_one_named
from console.supervisor.log_line import printable
from console.telling.shown_table import wide_console
from console.telling.words import hands_told
from services.history.statistics.figures import A_FACTOR, TITLES, Figures, Ratio
from services.history.statistics.hud import Hands, Hud, Placed

DAY_MS = 86_400_000
NONE = "–"
POSITIONS = ("BTN", "CO", "HJ", "LJ", "UTG", "UTG+1", "UTG+2", "UTG+3", "SB", "BB")


@click.command()
@click.argument("player", required=False)
@click.option("--days", type=click.FloatRange(min=0), help="Only hands of the last so many days.")
@click.option("--position", type=click.Choice(POSITIONS), help="Only hands played there.")
@click.option("--big-blind", type=click.IntRange(min=1), default=None, help="Only hands of these stakes.")
@click.option("--players", "size", type=click.IntRange(2, 9), help="Only hands with so many dealt in.")
@imported_option
@history_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def stats(
    player: str | None,
    days: float | None,
    position: str | None,
    big_blind: int | None,
    size: int | None,
    imported: bool,
    data: Path,
    clickhouse: str | None,
    as_json: bool,
) -> None:
    """Show a player's figures, by id or by name, each with its number of opportunities; – means none.

    Without a player: who plays most. Exit code 1: nobody of that name has played; 2: there is no history.
    """
    since = int(time.time() * 1000 - days * DAY_MS) if days is not None else 0
    hands = Hands((size or 2, size or 9), big_blind or 0, position or "", "", since)
    with open_history(data, clickhouse, imported=imported) as database:
        hud = Hud(database)
        if player is None:
            _show_leaders(hud.leaders(hands), as_json)
            return
        who, name = only_one_named(player, hud.named(player))
        figures = hud.of([who], hands).get(who)
    if figures is None:
        give_up(f"{printable(name)} has played no such hand", UNKNOWN)
    if as_json:
        click.echo(msgspec.json.encode({"player": who, "name": name, **_plain(figures)}))
    else:
        _show(Console(highlight=False), who, name, figures)


def _plain(figures: Figures) -> dict[str, Any]:
    return {
        "hands": figures.hands,
        "net": figures.net,
        "bb_per_100": figures.bb_per_100,
        "ev_bb_per_100": figures.ev_bb_per_100,
        "statistics": {
            name: {"counted": ratio.counted, "out_of": ratio.out_of, "share": ratio.share}
            for name, ratio in figures.ratios.items()
        },
    }


def _show(console: Console, who: str, name: str, figures: Figures) -> None:
    heading = f" ({who}): {hands_told(figures.hands)}, {figures.net:+,} chips"
    console.print(Text.assemble((printable(name), "bold"), printable(heading)))
    console.print(
        f"bb/100 {_signed(figures.bb_per_100)}, all-in EV bb/100 {_signed(figures.ev_bb_per_100)}\n"
    )
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("statistic")
    grid.add_column("", justify="right")
    grid.add_column("times", justify="right", style="dim")
    for key, title in TITLES.items():
        ratio = figures.ratios[key]
        grid.add_row(title, _shown(key, ratio), f"{ratio.counted:,} of {ratio.out_of:,}")
    console.print(grid)


def _show_leaders(leaders: list[Placed], as_json: bool) -> None:
    if as_json:
        rows = [{"player": one.player, "name": one.name, **_plain(one.figures)} for one in leaders]
        click.echo(msgspec.json.encode(rows))
        return
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for title in ("player", "name", "hands", "VPIP", "PFR", "bb/100", "EV bb/100", "chips"):
        grid.add_column(title, justify="left" if title in ("player", "name") else "right")
    for one in leaders:
        figures = one.figures
        shares = [_shown(key, figures.ratios[key]) for key in ("vpip", "pfr")]
        won = [_signed(figures.bb_per_100), _signed(figures.ev_bb_per_100), f"{figures.net:+,}"]
        # What somebody calls himself is no markup.
        who = (Text(printable(one.player)), Text(printable(one.name)))
        grid.add_row(*who, f"{figures.hands:,}", *shares, *won)
    wide_console().print(grid)


def _shown(key: str, ratio: Ratio) -> str:
    if ratio.share is None:
        return NONE
    return f"{ratio.share:.2f}" if key == A_FACTOR else f"{ratio.share:.1%}"


def _signed(value: float | None) -> str:
    return NONE if value is None else f"{value:+.1f}"
