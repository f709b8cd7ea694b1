"""Tables played once and stored many times under other names: any number of real hands, dealt only once."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from console.bench.filled_log import dealer_of, in_turn
from console.bench.played_tables import PLAYERS, PlayedTable
from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.subjects import commits_of
from riverrun.contracts.table_events import (
    TOPICS,
    BlindPosted,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    UncalledBetReturned,
)

ORIGINALS, HANDS = 50, 60
GROUPS = 4
"""Each copy's players come from one of so many groups, and meet again in every fourth copy."""
ANSWERED_AFTER = 1_000
_ACTS = (
    BlindPosted, PlayerFolded, PlayerChecked, PlayerCalled, PlayerBet, PlayerRaised, UncalledBetReturned
)  # fmt: skip
_ROWS = frozenset(topic for topic, event in TOPICS.items() if event in _ACTS)
_COPY, _GROUP = "s0-copy{:05}", "group-{:02}-"
"""How names begin: all are as long as the original's, and so are the commits that they stand in."""


@dataclass(frozen=True)
class Counted:
    """What lies in a log."""

    hands: int = 0
    actions: int = 0
    commits: int = 0
    events: int = 0

    def times(self, copies: int) -> "Counted":
        return Counted(*(copies * one for one in (self.hands, self.actions, self.commits, self.events)))


class CopiedTables:
    """The originals as NATS publishes them, table by table in turn; the last of a part asks for an answer."""

    def __init__(self, folder: Path, answer_to: str) -> None:
        dealer, now_ms = dealer_of(folder), time.time_ns() // 1_000_000
        tables = [
            PlayedTable(table_named(0, number), dealer, now_ms, players_at(0, number))
            for number in range(ORIGINALS)
        ]
        commits = list(in_turn([_life(table) for table in tables]))
        self._parts = [
            _part(commits[at : at + ANSWERED_AFTER], answer_to)
            for at in range(0, len(commits), ANSWERED_AFTER)
        ]
        topics = [stored.topic for commit in commits for stored in commit.events]
        self.each = Counted(
            ORIGINALS * HANDS, sum(topic in _ROWS for topic in topics), len(commits), len(topics)
        )

    def copy(self, number: int) -> Iterator[bytes]:
        """The parts of a copy."""
        names = (_COPY.format(0).encode(), _COPY.format(number).encode())
        groups = (_GROUP.format(0).encode(), _GROUP.format(number % GROUPS).encode())
        for part in self._parts:
            yield part.replace(*names).replace(*groups)


def table_named(copy: int, number: int) -> str:
    """A copy's table."""
    return f"{_COPY.format(copy)}t{number:03}"


def players_at(copy: int, number: int) -> list[str]:
    """Who plays there."""
    group = _GROUP.format(copy % GROUPS)
    return [f"{group}{PLAYERS * number + seat:04}" for seat in range(PLAYERS)]


def _life(table: PlayedTable) -> Iterator[Commit]:
    yield from table.seat()
    yield from table.play(HANDS)


def _part(commits: Sequence[Commit], answer_to: str) -> bytes:
    """The operations that publish them; the last asks for an answer."""
    *others, last = commits
    return b"".join([*(_publish(commit) for commit in others), _publish(last, f"{answer_to} ")])


def _publish(commit: Commit, answer_to: str = "") -> bytes:
    data = encode_commit(commit)
    return f"PUB {commits_of(commit.table)} {answer_to}{len(data)}\r\n".encode() + data + b"\r\n"
