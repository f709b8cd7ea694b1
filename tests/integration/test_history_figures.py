"""A HUD's figures, as the service gives them, are those of the slow implementation, whatever is asked for."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from riverrun.pb.history.v1 import history_pb2 as pb
from services.history.asking import Asking
from services.history.database import Database
from services.history.readers import Readers
from services.history.servicer import History
from services.history.statistics.hud import Hands, Hud
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import fresh_database, log_of_lone_hands
from tests.support.lone_hands import DAY_MS
from tests.support.pluribus_hands import PLURIBUS
from tests.support.slow_totals import SlowFigures, SlowSeat, slow_totals

AT_A_TABLE = 9


@dataclass(frozen=True)
class Told:
    """The same hands twice: in ClickHouse, and as the slow implementation read them from the log."""

    database: Database
    seats: Sequence[SlowSeat]

    @cached_property
    def seats_of(self) -> Mapping[str, Sequence[SlowSeat]]:
        found: defaultdict[str, list[SlowSeat]] = defaultdict(list)
        for seat in self.seats:
            found[seat.player].append(seat)
        return found

    @property
    def everybody(self) -> list[str]:
        return sorted(self.seats_of)

    def expected(self, players: Iterable[str], asked: pb.HandFilter) -> dict[str, SlowFigures]:
        return slow_totals(
            seat for player in players for seat in self.seats_of[player] if counts(seat, asked)
        )


def counts(seat: SlowSeat, asked: pb.HandFilter) -> bool:
    """Whether a hand is one of those that are asked for, in the words of the protocol."""
    return (
        (not asked.players_from or seat.players >= asked.players_from)
        and (not asked.players_to or seat.players <= asked.players_to)
        and asked.big_blind in (0, seat.big_blind)
        and asked.position in ("", seat.position)
        and asked.currency in ("", seat.currency)
        and seat.ended_ms >= asked.since_ms
        and (not asked.until_ms or seat.ended_ms <= asked.until_ms)
    )


def any_filter(told: Told, chance: Random) -> pb.HandFilter:
    """Each part of a question is there or not; hands that are counted are there, mostly."""
    one, other = sorted(
        (chance.choice(told.seats), chance.choice(told.seats)), key=lambda seat: seat.ended_ms
    )
    asked = pb.HandFilter()
    if chance.random() < 0.4:
        asked.players_from = chance.randint(2, one.players)
    if chance.random() < 0.4:
        asked.players_to = chance.randint(max(2, asked.players_from), 9)
    if chance.random() < 0.3:
        asked.big_blind = one.big_blind
    if chance.random() < 0.3:
        asked.position = one.position
    if chance.random() < 0.3:
        asked.currency = one.currency
    if chance.random() < 0.5:
        asked.since_ms = one.ended_ms
    if chance.random() < 0.4:
        asked.until_ms = other.ended_ms
    return asked


async def hud_of(database: Database, questions: Sequence[pb.FiguresRequest]) -> list[pb.FiguresResponse]:
    """The service's answers."""
    readers = Readers(database.settings, 1)
    await readers.start()
    servicer = History(Asking(readers, None), Asking(readers, None))
    answers = [await servicer.Figures(question, cast(Any, None)) for question in questions]
    await readers.stop()
    return answers


def assert_same(found: pb.PlayerFigures, slow: SlowFigures) -> None:
    assert found.hands == slow.hands
    assert found.net == slow.net
    assert {one.name: (one.counted, one.out_of) for one in found.statistics} == slow.statistics
    assert found.bb_per_100 == pytest.approx(100 * float(slow.big_blinds / slow.hands))
    # What a hand was worth is kept in thousandths of a chip.
    assert found.ev_bb_per_100 == pytest.approx(100 * slow.ev_big_blinds / slow.hands, abs=0.2)


def compare(told: Told, questions: int) -> int:
    """Ask that often, each time about nine others and other hands; how many figures were compared."""
    chance = Random(questions)
    asked = [
        pb.FiguresRequest(players=chance.sample(told.everybody, AT_A_TABLE), hands=any_filter(told, chance))
        for _ in range(questions)
    ]
    answers = asyncio.run(hud_of(told.database, asked))
    for question, answer in zip(asked, answers, strict=True):
        expected = told.expected(question.players, question.hands)
        found = {one.player: one for one in answer.players}
        assert found.keys() == expected.keys(), question
        for player, slow in expected.items():
            assert_same(found[player], slow)
    return sum(len(answer.players) for answer in answers)


@contextmanager
def told_twice(folder: Path, server: RunningClickHouse, hands: int, pluribus_every: int) -> Iterator[Told]:
    real = pluribus_every if PLURIBUS.exists() else 0
    with log_of_lone_hands(folder, hands, real) as log, fresh_database(server) as database:
        log.project(database, events=20_000)
        (lone,) = database.query("SELECT count() AS hands FROM hands WHERE table_id LIKE 's0-random%'")
        assert lone["hands"] == hands
        yield Told(database, log.slow_seats())


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, clickhouse_server: RunningClickHouse) -> Iterator[Told]:
    with told_twice(tmp_path_factory.mktemp("lone") / "log", clickhouse_server, 900, 50) as told:
        yield told


def test_a_hud_by_any_filter_says_what_a_second_implementation_says(told: Told) -> None:
    assert compare(told, questions=40) > 150


def test_all_hands_of_everybody_are_counted(told: Told) -> None:
    everybody = told.everybody
    asked = [
        pb.FiguresRequest(players=everybody[at : at + AT_A_TABLE])
        for at in range(0, len(everybody), AT_A_TABLE)
    ]
    answers = asyncio.run(hud_of(told.database, asked))

    found = {one.player: one for answer in answers for one in answer.players}
    expected = told.expected(everybody, pb.HandFilter())
    assert found.keys() == expected.keys()
    for player, slow in expected.items():
        assert_same(found[player], slow)


@pytest.mark.parametrize("days", [(0, 20_500), (20_320, 20_340), (20_330, 20_330)])
@pytest.mark.parametrize("position", ["", "BTN", "UTG"])
def test_leaderboards_by_day_say_the_same(told: Told, days: tuple[int, int], position: str) -> None:
    since_ms, until_ms = days[0] * DAY_MS, (days[1] + 1) * DAY_MS - 1
    leaders = Hud(told.database).leaders(
        Hands(position=position, since_ms=since_ms, until_ms=until_ms), limit=1_000
    )

    asked = pb.HandFilter(position=position, since_ms=since_ms, until_ms=until_ms)
    expected = told.expected(told.everybody, asked)
    assert expected
    assert {one.player for one in leaders} == expected.keys()
    assert [one.figures.hands for one in leaders] == sorted(
        (slow.hands for slow in expected.values()), reverse=True
    )
    for one in leaders:
        slow, figures = expected[one.player], one.figures
        assert (figures.hands, figures.net) == (slow.hands, slow.net)
        assert {
            name: (ratio.counted, ratio.out_of) for name, ratio in figures.ratios.items()
        } == slow.statistics


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_over_twenty_thousand_random_hands_and_all_of_pluribus_figures_are_the_same(
    tmp_path: Path, clickhouse_server: RunningClickHouse
) -> None:
    with told_twice(tmp_path / "log", clickhouse_server, hands=20_000, pluribus_every=1) as told:
        assert compare(told, questions=200) > 1_000
