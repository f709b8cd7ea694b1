"""`riverrun hands`: finished hands found, told step by step, or written in others' formats."""

import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid

from console.reading.history_source import history_options, open_history
from console.telling.shown_table import wide_console
from riverrun.kernel.cards import NotACard, cards
from services.history.database import Database
from services.history.exports.open_hand_history import open_hand_history
from services.history.exports.phh import phh
from services.history.exports.poker_stars import poker_stars
from services.history.hands.frames import Frame, frames
from services.history.hands.search import FoundHand, HandSearch, Wanted
from services.history.hands.stored_hands import StoredHands
from services.history.hands.told_hand import ToldHand

UNKNOWN = 1
DAY_MS = 86_400_000
WRITERS = {"phh": phh, "ohh": open_hand_history, "stars": poker_stars}


@click.command()
@click.argument("table", required=False)
@click.argument("hand", required=False, type=click.IntRange(min=1))
@click.option("--player", default="", help="Hands of this player, by id.")
@click.option("--big-blind", type=click.IntRange(min=1), default=None, help="Hands of these stakes.")
@click.option("--cards", "shown", default="", help="Cards on a board or shown by the player, such as AsKs.")
@click.option("--pot", "pot_from", type=click.IntRange(min=0), default=0, help="Pots from this size on.")
@click.option("--all-in", is_flag=True, help="All-in before the river.")
@click.option("--insured", is_flag=True, help="With insurance bought.")
@click.option("--showdown", is_flag=True, help="That came to a showdown.")
@click.option("--days", type=click.FloatRange(min=0), help="Of the last so many days.")
@click.option("--most", type=click.IntRange(1, 500), default=20, show_default=True, help="At most so many.")
@click.option("--format", "form", type=click.Choice([*WRITERS]), help="Write one hand in that format.")
@history_options
@click.option("--json", "as_json", is_flag=True, help="A list of hands, or one hand's frames, as JSON.")
def hands(
    table: str | None,
    hand: int | None,
    form: str | None,
    data: Path,
    clickhouse: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """List finished hands, the newest first; with TABLE and HAND tell that one step by step.

    Only what everybody at the table saw: a player's own cards are for himself. Exit code 1: no such hand; 2:
    there is no history.
    """
    with open_history(data, clickhouse) as database:
        if table and hand:
            _tell(database, table, hand, form, as_json)
            return
        found = HandSearch(database).find(_wanted(table or "", **wanted))
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        wide_console().print(_grid(found, with_player=bool(wanted["player"])))


def _wanted(table: str, days: float | None, big_blind: int | None, shown: str, **others: Any) -> Wanted:
    try:
        cards(shown)
    except NotACard as error:
        raise click.UsageError(str(error)) from None
    since = int(time.time() * 1000 - days * DAY_MS) if days is not None else 0
    return Wanted(table=table, big_blind=big_blind or 0, cards=shown, since_ms=since, **others)


def _tell(database: Database, table: str, hand: int, form: str | None, as_json: bool) -> None:
    told = StoredHands(database).told(table, hand)
    if told is None:
        click.secho(f"no finished hand {hand} of {table}", fg="red", err=True)
        sys.exit(UNKNOWN)
    if form is not None:
        click.echo(WRITERS[form](told), nl=False)
    elif as_json:
        click.echo(msgspec.json.encode({"hand": told, "frames": list(frames(told))}))
    else:
        _play(Console(highlight=False), told)


def _play(console: Console, hand: ToldHand) -> None:
    console.print(
        f"[bold green]Hand {hand.hand} of {hand.table_name} ({hand.table})[/], {_when(hand.ended_ms)}"
    )
    for frame in frames(hand):
        console.print(_line(hand, frame))
    for player in hand.players:
        console.print(f"[dim]seat {player.seat} {player.name}[/] {player.net:+,}")


def _line(hand: ToldHand, frame: Frame) -> str:
    step = frame.step
    if step is None:
        stacks = ", ".join(f"{one.name} {one.stack:,}" for one in frame.seats)
        return f"[dim]stacks[/] {stacks}"
    boards = " | ".join(frame.boards)
    if step.kind == "board":
        return f"\n[bold]{step.street.capitalize()}[/] {boards}  [dim]pot {frame.pot:,}[/]"
    who = hand.player_at(step.seat).name if step.seat else ""
    amount = f" {step.amount:,}" if step.amount else ""
    to = f" to {step.to:,}" if step.kind == "raise" else ""
    all_in = " [bold]all-in[/]" if step.all_in else ""
    shown = f" {step.cards}" if step.cards else ""
    return f"  {who} {step.kind.replace('_', ' ')}{amount}{to}{shown}{all_in}  [dim]pot {frame.pot:,}[/]"


def _grid(found: list[FoundHand], *, with_player: bool) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    titles = ["table", "hand", "ended", "stakes", "players", "board", "pot", ""]
    for title in [*titles, "shown", "won"] if with_player else titles:
        numbers = title in ("hand", "players", "pot", "won")
        grid.add_column(title, justify="right" if numbers else "left", no_wrap=True)
    for one in found:
        words = ["all-in"] * one.all_in + ["insured"] * one.insured
        row = [one.table, f"{one.hand:,}", _when(one.ended_ms), f"{one.currency} {one.big_blind}"]
        row += [str(one.players), one.board, f"{one.pot:,}", " ".join(words)]
        grid.add_row(*row, *([one.shown, f"{one.net:+,}"] if with_player else []))
    return grid


def _when(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC).astimezone():%Y-%m-%d %H:%M:%S}"
