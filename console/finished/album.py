"""The account's album at the terminal: hands kept, hands shown to others by a link."""

import time
from datetime import timedelta

import click
import msgspec
from rich.table import Table as Grid

from console.account.errand import Errand
from console.account.errand_options import errand_with, json_option, url_option
from console.account.words import account_words
from console.finished.found_list import when
from console.supervisor.log_line import printable
from console.telling.shown_table import wide_console

HAND = click.IntRange(min=1)
DAY_MS = int(timedelta(days=1).total_seconds() * 1000)


@click.command()
@click.argument("table", required=False)
@click.argument("hand", required=False, type=HAND)
@click.option("--note", default="", help="For yourself alone, at most 200 characters.")
@click.option("--drop", is_flag=True, help="Keep it no more.")
@json_option
@url_option
def favourite(table: str | None, hand: int | None, note: str, drop: bool, as_json: bool, url: str) -> None:
    """Keep HAND of TABLE among your favourites; without them, list your favourites."""
    if table is None:
        _list_favourites(url, as_json)
        return
    if hand is None:
        raise click.UsageError("name the hand too")
    if drop:
        Errand(url, account_words).do(lambda client: client.finished.drop(table, hand))
    else:
        Errand(url, account_words).do(lambda client: client.finished.keep(table, hand, note))
    if as_json:
        click.echo(msgspec.json.encode({"table": table, "hand": hand, "favourite": not drop}))
    else:
        click.echo(f"Hand {hand} of {table} is {'no favourite any more' if drop else 'a favourite'}.")


@click.command()
@click.argument("table", required=False)
@click.argument("hand", required=False, type=HAND)
@click.option("--hide-cards", is_flag=True, help="Show it as everybody saw it, without your own cards.")
@click.option("--days", type=click.FloatRange(min=0, min_open=True, max=36_500), help="For so many days.")
@errand_with(account_words)
def share(asking: Errand, table: str | None, hand: int | None, hide_cards: bool, days: float | None) -> None:
    """Show HAND of TABLE to whoever has the link, which is told once; without them, list your links."""
    if table is None:
        _list_shares(asking)
        return
    if hand is None:
        raise click.UsageError("name the hand too")
    until_ms = int(time.time() * 1000 + days * DAY_MS) if days is not None else 0
    made = asking.do(
        lambda client: client.finished.share(
            table, hand, hide_cards=hide_cards, until_ms=until_ms, key=asking.key
        )
    )
    link = f"{asking.url}{made.path}"
    if asking.as_json:
        click.echo(msgspec.json.encode({"share": made.share, "link": link}))
        return
    click.echo(link)
    click.echo(f"`riverrun hands unshare {made.share}` ends it.", err=True)


@click.command()
@click.argument("link")
@json_option
@url_option
def unshare(link: str, as_json: bool, url: str) -> None:
    """End a link, by the name under which `riverrun hands share` lists it."""
    Errand(url, account_words).do(lambda client: client.finished.end_share(link))
    if as_json:
        click.echo(msgspec.json.encode({"share": link, "ended": True}))
    else:
        click.echo("The link shows nothing any more.")


def _list_favourites(url: str, as_json: bool) -> None:
    found = Errand(url, account_words).do(lambda client: client.finished.favourites())
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    grid = _grid("table", "hand", "kept", "note")
    for one in found:
        grid.add_row(one.table, f"{one.hand:,}", when(one.since_ms), printable(one.note))
    wide_console().print(grid)


def _list_shares(asking: Errand) -> None:
    found = asking.do(lambda client: client.finished.shares())
    if asking.as_json:
        click.echo(msgspec.json.encode(found))
        return
    grid = _grid("link", "table", "hand", "made", "until", "your cards")
    for one in found:
        until = when(one.until_ms) if one.until_ms else "you end it"
        cards = "hidden" if one.hide_cards else "shown"
        grid.add_row(one.share, one.table, f"{one.hand:,}", when(one.since_ms), until, cards)
    wide_console().print(grid)


def _grid(*titles: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for title in titles:
        grid.add_column(title, justify="right" if title == "hand" else "left")
    return grid
