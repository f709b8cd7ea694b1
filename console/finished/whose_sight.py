"""A finished hand as somebody may see it: as everybody at the table did, or as oneself."""

import sys
from pathlib import Path

import click
import msgspec

from console.account.as_me import ask_as_me
from console.reading.history_source import open_history
from riverrun.kernel.identifiers import TableId
from services.history.hands.frames import Frame, frames
from services.history.hands.stored_hands import StoredHands
from services.history.hands.told_hand import ToldHand

UNKNOWN = 1


class Replayed(msgspec.Struct, frozen=True):
    """A hand, and the table after each of its steps."""

    hand: ToldHand
    frames: list[Frame]


def seen_by_all(data: Path, clickhouse: str | None, table: TableId, hand: int) -> Replayed:
    """Out of history, without anybody's own cards. Ends the command where there is no such hand."""
    with open_history(data, clickhouse) as database:
        told = StoredHands(database).told(table, hand)
    if told is None:
        click.secho(f"no finished hand {hand} of {table}", fg="red", err=True)
        sys.exit(UNKNOWN)
    return Replayed(told, list(frames(told)))


def seen_by_me(url: str, table: TableId, hand: int) -> Replayed:
    """From the gateway, with the cards of the account logged in here. Raises `ClickException`."""
    told = ask_as_me(url, lambda client: client.finished.replay(table, hand))
    return msgspec.convert(msgspec.structs.asdict(told), Replayed)
