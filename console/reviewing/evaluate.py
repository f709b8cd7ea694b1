"""`riverrun review evaluate`: how many invented cheats review finds, and how many honest people it names."""

import re

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from console.account.errand_options import json_option
from console.invented.measured import GROUPS, Measured, measured
from console.telling.shown_table import wide_console

HANDS = 50_000
_SEEDS = re.compile(r"(\d+)(?:-(\d+))?")


@click.command()
@click.option("--seeds", default="11-20", show_default=True, metavar="N-M", help="Worlds to invent.")
@click.option("--hands", type=click.IntRange(min=1_000), default=HANDS, show_default=True, help="In each.")
@json_option
def evaluate(seeds: str, hands: int, as_json: bool) -> None:
    """Invent fortnights of play, honest and not, by the real rules; hold what is found against the truth."""
    numbers = _SEEDS.fullmatch(seeds)
    if numbers is None:
        raise click.BadParameter("a number, or from-to", param_hint="--seeds")
    worlds = range(int(numbers[1]), int(numbers[2] or numbers[1]) + 1)
    told, all_of_them = [], Measured()
    for seed in track(worlds, description="worlds", console=Console(stderr=True), transient=True):
        one = measured(seed, hands)
        all_of_them.add(one)
        told.append((str(seed), one))
    told.append(("all", all_of_them))
    if as_json:
        click.echo(msgspec.json.encode([{"seed": name, **_plain(one)} for name, one in told]))
    else:
        wide_console().print(_grid(told))


def _plain(one: Measured) -> dict[str, dict[str, int]]:
    return {group: {"found": one.found[group], "all": one.all[group]} for group in GROUPS}


def _grid(told: list[tuple[str, Measured]]) -> Grid:
    """A line each: found of how many."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for title in ("seed", *GROUPS):
        grid.add_column(title, justify="right")
    for name, one in told:
        grid.add_row(name, *[f"{one.found[group]:,} of {one.all[group]:,}" for group in GROUPS])
    return grid
