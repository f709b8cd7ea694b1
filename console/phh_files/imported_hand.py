"""A hand from elsewhere as it stands in the log: one commit, on a table of its own."""

import hashlib
from typing import NamedTuple

import msgspec

from console.phh_files.phh_hand import PhhHand
from console.phh_files.played_phh import played_phh
from riverrun.contracts.commits import COMMIT_FORMAT, Commit, encode_commit
from riverrun.contracts.subjects import imported_at
from riverrun.contracts.table_events import TableOpened
from services.table.codec import codec


class ImportedHand(NamedTuple):
    """What is to be appended, and where: the same hand of the same source has the same place."""

    subject: str
    data: bytes


def imported_hand(hand: PhhHand, source: str, actor: str, now_ms: int) -> ImportedHand:
    """The commit. Raises `BadPhh`."""
    at_ms = hand.played_ms() or now_ms
    played = played_phh(hand, source, at_ms)
    mark = hashlib.sha256(source.encode() + b"\0" + msgspec.json.encode(hand)).hexdigest()
    table = f"s0-{mark[:20]}"
    events = [TableOpened(table, played.config, actor), *played.events]
    commit = Commit(
        COMMIT_FORMAT,
        table,
        1,
        f"import-{mark[:40]}",
        actor,
        at_ms,
        "",
        1,
        codec.encode_all(events),
    )
    return ImportedHand(imported_at(table), encode_commit(commit))
