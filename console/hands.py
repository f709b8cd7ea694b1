"""`riverrun hands`: finished hands found, told, written in others' formats, kept and shared."""

import time
from pathlib import Path
from typing import Any

import click
import msgspec

from console.finished.album import favourite, share, unshare
from console.finished.found_list import shown_hands
from console.finished.stepping import step_through
from console.finished.whose_sight import Replayed, seen_by_all
from console.reading.history_source import history_options, imported_option, open_history
from console.reading.named_player import only_one_named
from console.telling.shown_table import wide_console
from console.usual_group import UsualGroup
from riverrun.kernel.cards import NotACard, cards
from services.history.exports.open_hand_history import open_hand_history
from services.history.exports.phh import phh
from services.history.exports.poker_stars import poker_stars
from services.history.hands.search import HandSearch, Wanted
from services.history.statistics.hud import Hud

DAY_MS = 86_400_000
WRITERS = {"phh": phh, "ohh": open_hand_history, "stars": poker_stars}


@click.group(cls=UsualGroup, usual="find")
def hands() -> None:
    """Finished hands: found and told (`find`, which may be left out), kept, shown to others by a link."""


@hands.command()
@click.argument("table", required=False)
@click.argument("hand", required=False, type=click.IntRange(min=1))
@click.option("--player", default="", help="Hands of this player, by id or by name.")
@click.option("--big-blind", type=click.IntRange(min=1), default=None, help="Hands of these stakes.")
@click.option("--cards", "shown", default="", help="Cards on a board or shown by the player, such as AsKs.")
@click.option("--pot", "pot_from", type=click.IntRange(min=0), default=0, help="Pots from this size on.")
@click.option("--all-in", is_flag=True, help="All-in before the river.")
@click.option("--insured", is_flag=True, help="With insurance bought.")
@click.option("--showdown", is_flag=True, help="That came to a showdown.")
@click.option("--days", type=click.FloatRange(min=0), help="Of the last so many days.")
@click.option("--most", type=click.IntRange(1, 500), default=20, show_default=True, help="At most so many.")
@click.option("--format", "form", type=click.Choice([*WRITERS]), help="Write one hand in that format.")
@imported_option
@history_options
@click.option("--json", "as_json", is_flag=True, help="A list of hands, or one hand's frames, as JSON.")
def find(
    table: str | None,
    hand: int | None,
    form: str | None,
    imported: bool,
    data: Path,
    clickhouse: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """List finished hands, the newest first; with TABLE and HAND tell that one step by step.

    Only what everybody at the table saw: a player's own cards are for himself. Exit code 1: no such hand, or
    nobody of that name; 2: there is no history.
    """
    if table and hand:
        _tell(seen_by_all(data, clickhouse, table, hand, imported=imported), form, as_json)
        return
    with open_history(data, clickhouse, imported=imported) as database:
        if wanted["player"]:
            wanted["player"], _ = only_one_named(wanted["player"], Hud(database).named(wanted["player"]))
        found = HandSearch(database).find(_wanted(table or "", **wanted))
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        wide_console().print(shown_hands(found, with_player=bool(wanted["player"])))


hands.add_command(favourite)
hands.add_command(share)
hands.add_command(unshare)


def _wanted(table: str, days: float | None, big_blind: int | None, shown: str, **others: Any) -> Wanted:
    try:
        cards(shown)
    except NotACard as error:
        raise click.UsageError(str(error)) from None
    since = int(time.time() * 1000 - days * DAY_MS) if days is not None else 0
    return Wanted(table=table, big_blind=big_blind or 0, cards=shown, since_ms=since, **others)


def _tell(replayed: Replayed, form: str | None, as_json: bool) -> None:
    if form is not None:
        click.echo(WRITERS[form](replayed.hand), nl=False)
    else:
        step_through(replayed, plain=True, as_json=as_json)
