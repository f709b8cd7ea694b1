"""Months of hands at random and real ones, each a table of its own in the log: who, for what stakes, when."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from console.cases.played_table import NO_ARCHIVE, PlayedTable
from riverrun.contracts.commits import COMMIT_FORMAT, Commit, StoredEvent
from riverrun.contracts.events.equities import EQUITY_OF_A_WIN, Equity
from riverrun.contracts.table_events import (
    BettingClosed,
    HandEnded,
    HandSealed,
    HandsTurnedUp,
    PotShare,
    TableEvent,
    TableOpened,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.codec import codec
from tests.support.pluribus_hands import pluribus_hands
from tests.support.random_hand import RandomHand

FIRST_MS, DAY_MS, DAYS = 1_754_000_000_000, 86_400_000, 100
STAKES: tuple[tuple[Chips, str], ...] = ((10, "PLAY"), (10, "EUR"), (4, "EUR"), (50, "PLAY"))
PEOPLE = tuple(f"person{number:02}" for number in range(40))
PEOPLE_OF_PLURIBUS = tuple(f"pluri-{number:02}" for number in range(8))
"""As long as the names by which cases know their players, in whose place they are stored."""
_VOIDED, _ANY_START = 0.03, 0.3
_PLAYER = re.compile(rb"player-(\d)")


@dataclass(frozen=True)
class Sitting:
    """What the hand itself does not say."""

    table: str
    currency: str
    people: dict[SeatNo, str]
    ended_ms: int


def lone_hands(random: int, pluribus_every: int) -> Iterator[Commit]:
    """So many random hands, and every so many-th of Pluribus' (0: none), in the order of their ends."""
    chance = Random(random)
    for number in range(random):
        big_blind, currency = chance.choice(STAKES)
        any_start = chance.random() < _ANY_START
        hand = RandomHand(2_000_000 + number, any_start=any_start, big_blind=big_blind)
        played = (hand.play(chance.randrange(6)) if chance.random() < _VOIDED else hand.play()).played
        ended_ms = FIRST_MS + number * DAYS * DAY_MS // random
        people = _seated(played, PEOPLE, chance)
        yield _commit(played, Sitting(f"s0-random{number:05}", currency, people, ended_ms), chance)
    for number, played in enumerate(pluribus_hands(pluribus_every) if pluribus_every else ()):
        ended_ms = FIRST_MS + DAYS * DAY_MS + number * 60_000
        people = _seated(played, PEOPLE_OF_PLURIBUS, chance)
        yield _commit(played, Sitting(f"s0-pluribus{number:04}", "USD", people, ended_ms), chance)


def _seated(played: PlayedTable, people: tuple[str, ...], chance: Random) -> dict[SeatNo, str]:
    seats = [player.seat for player in played.hand.players]
    return dict(zip(seats, chance.sample(people, len(seats)), strict=True))


def _commit(played: PlayedTable, sitting: Sitting, chance: Random) -> Commit:
    config = replace(played.table.config, currency=sitting.currency)
    events = [TableOpened(sitting.table, config, "club"), *_told(played, sitting.ended_ms, chance)]
    events.append(HandSealed(1, NO_ARCHIVE.leaves, (), ()))
    stored = tuple(_by_name(event, sitting) for event in codec.encode_all(events))
    return Commit(COMMIT_FORMAT, sitting.table, 1, "", "table", sitting.ended_ms, "", 1, stored)


def _by_name(event: StoredEvent, sitting: Sitting) -> StoredEvent:
    named = _PLAYER.sub(lambda found: sitting.people[int(found[1])].encode(), event.state)
    return replace(event, state=named)


def _told(played: PlayedTable, ended_ms: int, chance: Random) -> Iterator[TableEvent]:
    pots: tuple[PotShare, ...] = ()
    for event in played.events:
        match event:
            case HandEnded():
                yield replace(event, ended_ms=ended_ms)
            case BettingClosed():
                pots = event.pots
                yield event
            case HandsTurnedUp():
                yield replace(event, equities=tuple(_equities(pots, chance)))
            case _:
                yield event


def _equities(pots: tuple[PotShare, ...], chance: Random) -> Iterator[Equity]:
    """Made up, as no evaluator is asked: figures have to count whatever stands there."""
    if chance.random() < 0.2:
        return
    for number, pot in enumerate(pots):
        ways = chance.randint(1, 1_000)
        left, shares = EQUITY_OF_A_WIN * ways, []
        for seat in pot.contenders[:-1]:
            shares.append((seat, chance.randint(0, left)))
            left -= shares[-1][1]
        yield Equity(number, 0, ways, (*shares, (pot.contenders[-1], left)))
