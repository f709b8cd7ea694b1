"""A finished hand as somebody may see it: as everybody at the table did, or as oneself."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from console.account.errand import Errand
from console.account.errand_options import url_option
from console.account.words import account_words
from console.giving_up import give_up
from console.reading.history_source import clickhouse_option, imported_option, open_history
from riverrun.kernel.identifiers import TableId
from services.history.hands.frames import Frame, frames
from services.history.hands.stored_hands import StoredHands
from services.history.hands.told_hand import ToldHand

UNKNOWN = 1


class Replayed(msgspec.Struct, frozen=True):
    """A hand, and the table after each of its steps."""

    hand: ToldHand
    frames: list[Frame]


def seen_by_all(
    data: Path, clickhouse: str | None, table: TableId, hand: int, *, imported: bool = False
) -> Replayed:
    """Out of history, without anybody's own cards. Ends the command where there is no such hand."""
    with open_history(data, clickhouse, imported=imported) as database:
        told = StoredHands(database).told(table, hand)
    if told is None:
        give_up(f"no finished hand {hand} of {table}", UNKNOWN)
    return Replayed(told, list(frames(told)))


class Sight(NamedTuple):
    """Whose: everybody's out of a data folder or a ClickHouse, or with `me` one's own from the gateway."""

    me: bool
    url: str
    imported: bool
    clickhouse: str | None

    def of(self, data: Path, table: TableId, hand: int) -> Replayed:
        """The hand, so seen. Ends the command where there is no such hand."""
        if self.me:
            return seen_by_me(self.url, table, hand)
        return seen_by_all(data, self.clickhouse, table, hand, imported=self.imported)


def sight_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that choose it, given to the command as one `sight`."""

    @wraps(command)
    def chosen(*, me: bool, url: str, imported: bool, clickhouse: str | None, **others: Any) -> None:
        command(sight=Sight(me, url, imported, clickhouse), **others)

    me = click.option("--me", is_flag=True, help="With your own cards, as the account logged in at --url.")
    return me(imported_option(url_option(clickhouse_option(chosen))))


def seen_by_me(url: str, table: TableId, hand: int) -> Replayed:
    """From the gateway, with the cards of the account logged in here. Raises `ClickException`."""
    told = Errand(url, account_words).do(lambda client: client.finished.replay(table, hand))
    return msgspec.convert(msgspec.structs.asdict(told), Replayed)
