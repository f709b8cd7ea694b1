"""`riverrun replay`: a table's hands told street by street from the log, or the table at any version."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.text import Text

from console.finished.stepping import step_through
from console.finished.whose_sight import Sight, sight_options
from console.giving_up import give_up
from console.reading.log_source import log_options, open_source
from console.reading.stored_tables import NoSuchTable, StoredTables, stored_tables
from console.telling.chapters import Chapter, chapters
from console.telling.shown_table import shown_seats, shown_table
from console.telling.told import told
from riverrun.contracts.table_events import HandStarted, HoleCardsDealt
from riverrun.holdem.evolve import evolve
from riverrun.holdem.redact import PUBLIC, redact
from riverrun.holdem.state import Table
from riverrun.holdem.view import view_of
from riverrun.kernel.identifiers import NotAnIdentifier, TableId, table_id
from riverrun.runtime.eventstore.mapper import Recorded

NOT_THERE = 1
OPERATORS = "operator-"
"""How the names begin under which operators give orders."""


class NoSuchHand(LookupError):
    """The table has not come to that hand."""


@click.command()
@click.argument("table")
@click.argument("number", metavar="[HAND]", required=False, type=click.IntRange(min=1))
@click.option("--at", type=click.IntRange(min=1), metavar="VERSION", help="The table right after this event.")
@click.option(
    "--hand", type=click.IntRange(min=1), metavar="N", help="One hand; the default is the last one over."
)
@click.option("--all", "everything", is_flag=True, help="Everything since the table was opened.")
@click.option("--plain", is_flag=True, help="HAND in lines, not to be looked through by keys.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: a view, events, or frames.")
@sight_options
@log_options
def replay(
    table: str,
    number: int | None,
    at: int | None,
    hand: int | None,
    everything: bool,
    plain: bool,
    as_json: bool,
    sight: Sight,
    data: Path,
    nats: str | None,
) -> None:
    """Tell a table's hands from the log, street by street, or show its state at any version.

    With HAND, look through that one out of history, step by step: n goes on, b goes back. Only what is
    public, but for --me; a hand that runs is told without anybody's cards, for the log holds them sealed.
    Exit code 1: there is no such table, hand or version; 2: there is no log, or no history.
    """
    if sum((at is not None, hand is not None, number is not None, everything)) > 1:
        raise click.UsageError("choose one of HAND, --at, --hand and --all")
    if number is not None:
        step_through(sight.of(data, table, number), plain=plain, as_json=as_json)
        return
    console = Console(highlight=False, soft_wrap=True)
    try:
        with open_source(data, nats) as source, stored_tables(source) as stored:
            name = table_id(table)
            if at is not None:
                _show_state(console, stored.at(name, at), at, as_json)
            else:
                _show_hands(console, name, list(_wanted(stored, name, hand, everything)), as_json)
    except (NoSuchTable, NoSuchHand, NotAnIdentifier) as error:
        give_up(f"not in the log: {error}", NOT_THERE)


def _wanted(stored: StoredTables, table: TableId, hand: int | None, everything: bool) -> Iterator[Chapter]:
    history = list(chapters(stored.events(table)))
    if not history:
        raise NoSuchTable(table)
    if everything:
        yield from history
        return
    hands = [chapter for chapter in history if chapter.hand is not None]
    if hand is not None:
        found = [chapter for chapter in hands if chapter.hand == hand]
        if not found:
            raise NoSuchHand(f"hand {hand} of {table}; it has come to hand {len(hands)}")
        yield from found
        return
    over = [chapter for chapter in hands if chapter.over]
    yield from over[-1:] or history


def _show_state(console: Console, table: Table, version: int, as_json: bool) -> None:
    view = view_of(table, PUBLIC)
    if as_json:
        click.echo(msgspec.json.encode({"table": table.table, "version": version, "view": view}))
        return
    hand = view.hand
    where = "between hands" if hand is None else f"hand {hand.hand}, {hand.street}"
    console.print(Text(f"{table.config.name} ({table.table}) at version {version}: {where}", "bold"))
    console.print(shown_table(view))


def _show_hands(console: Console, table: TableId, wanted: list[Chapter], as_json: bool) -> None:
    if as_json:
        events = [entry for chapter in wanted for entry in _entries(chapter)]
        click.echo(msgspec.json.encode({"table": table, "events": events}))
        return
    for chapter in wanted:
        _tell(console, chapter)


def _entries(chapter: Chapter) -> Iterator[dict[str, Any]]:
    for one in chapter.events:
        seen = redact(one.event, PUBLIC)
        if seen is not None:
            at_ms = one.commit.at_ms if one.commit is not None else 0
            yield {"version": one.originator_version, "at_ms": at_ms, **seen}


def _tell(console: Console, chapter: Chapter) -> None:
    table = chapter.before
    for one in chapter.events:
        if type(one.event) is HandStarted:
            table = _begin(console, chapter, table, one.event)
            continue
        after = evolve(table, one.event)
        for line in told(table, after, one.event):
            console.print(Text(line + _ordered_by(one), "bold" if _is_heading(line) else ""))
        if type(one.event) is HoleCardsDealt:
            console.print(Text("\nPreflop", "bold"))
        table = after
    if chapter.hand is not None and not chapter.over and table is not None:
        console.print(Text(f"\nHand {chapter.hand} is still on:", "bold"))
        console.print(shown_table(view_of(table, PUBLIC)))
    console.print()


def _begin(console: Console, chapter: Chapter, before: Table | None, event: HandStarted) -> Table:
    table = evolve(before, event)
    first, last = chapter.events[0].originator_version, chapter.events[-1].originator_version
    when = datetime.fromtimestamp(chapter.started_ms / 1000).astimezone()
    title = f"Hand {event.hand} of {table.config.name} ({table.table})"
    console.print(Text(title, "bold green"))
    console.print(Text(f"{when:%Y-%m-%d %H:%M:%S %Z}, versions {first} to {last} of the log", "dim"))
    console.print(shown_seats(view_of(table, PUBLIC)))
    console.print()
    return table


def _ordered_by(one: Recorded) -> str:
    """Who had the table do so, after the first event of an operator's order."""
    commit = one.commit
    if (
        commit is None
        or not commit.actor.startswith(OPERATORS)
        or one.originator_version != commit.first_version
    ):
        return ""
    return f" ({commit.actor})"


def _is_heading(line: str) -> bool:
    return line.startswith(("Flop", "Turn", "River", "Showdown"))
