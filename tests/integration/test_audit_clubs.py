"""`riverrun audit` holds clubs' ledgers in a real log against the clubs' tables: each needs the other."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from console.__main__ import main
from riverrun.contracts.commits import Commit
from riverrun.contracts.table_events import BuyInReserved, TableOpened
from riverrun.runtime.nats.users import AUDITOR, CLUB
from services.club.ledger.accounts import INSURANCE, MINT, at_table, member
from services.club.ledger.application import LedgerApplication, environment
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.missing import BEGINS_MS
from services.club.ledger.moving import Move, buy_in
from services.club.tables.followed_table import FollowedTable
from services.club.tables.money import Moved
from services.club.tables.places import Places
from services.table.codec import codec
from tests.support.live_table import TABLE
from tests.support.stored_life import StoredLog, event_at, forged, lived

CLUB_ID = "c-rhine"


def clubs_life() -> list[Commit]:
    """A life at a club's table."""
    life = lived(5)
    version, opened = event_at(life, TableOpened)
    assert isinstance(opened, TableOpened)
    return forged(life, version, replace(opened, config=replace(opened.config, club=CLUB_ID)))


LIFE = clubs_life()


def club_moves() -> list[Moved]:
    """What the club brings over of that life."""
    table = FollowedTable(TABLE, CLUB_ID)
    return [moved for seq, commit in enumerate(LIFE, 1) for moved in table.take(seq, commit)]


class Log:
    """A stored log with the club's table, and the club's ledger as the club would write it."""

    def __init__(self, stored: StoredLog) -> None:
        self.stored = stored
        asyncio.run(stored.write(LIFE))

    def keep_books(
        self, *more: Move, leave_out: str = "", place: int = len(LIFE), counted_anew: int = 0
    ) -> None:
        """Every transfer of the table but `leave_out`, and `more`."""
        reserved = [
            event for commit in LIFE for event in codec.decode_all(commit) if isinstance(event, BuyInReserved)
        ]
        password = self.stored.passwords[CLUB.password_variable]
        with closing(LedgerApplication(environment(CLUB, password, (self.stored.url,)))) as application:
            ledgers = Ledgers(application)
            ledgers.open(CLUB_ID, "play", 1)
            told = {one.transfer for one in club_moves() if isinstance(one, Move)}
            for one in reserved:
                granted = Move(f"{one.transfer}.g", MINT, member(one.player), one.amount, "grant", "own")
                ledgers.move(CLUB_ID, granted, 1)
                if f"{one.transfer}.seated" in told:
                    ledgers.move(CLUB_ID, buy_in(one.transfer, one.player, TABLE, one.amount), 1)
            moves = [one for one in club_moves() if isinstance(one, Move) and one.transfer != leave_out]
            for number, move in enumerate((*moves, *more)):
                ledgers.move(CLUB_ID, move, 1 + number * BEGINS_MS)
            places = Places(application.factory.tracking_recorder())
            if place:
                places.store(place)
            if counted_anew:
                places.count_anew(counted_anew)

    def audit(self) -> tuple[int, dict[str, Any]]:
        """The exit code, and what is said of the one club."""
        variable = AUDITOR.password_variable
        command = ["audit", "--nats", self.stored.url, "--json"]
        env = {variable: self.stored.passwords[variable]}
        result = CliRunner().invoke(main, command, env=env, catch_exceptions=False)
        (club,) = json.loads(result.stdout)["clubs"]
        return result.exit_code, club


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    stored = StoredLog(tmp_path / "data")
    stored.start()
    try:
        asyncio.run(stored.found())
        yield Log(stored)
    finally:
        stored.stop()


def test_a_table_and_the_ledger_that_pays_for_it_are_clean(log: Log) -> None:
    log.keep_books()
    exit_code, club = log.audit()
    assert (exit_code, club["finding"]) == (0, None)
    assert club["at_tables"] > 0


def test_confirmed_buy_ins_in_a_club_without_a_ledger_break_the_books(log: Log) -> None:
    exit_code, club = log.audit()
    assert (exit_code, club["club"]) == (1, CLUB_ID)
    assert club["finding"]["event"] == "table.buy_in_confirmed"


def test_a_payout_to_a_table_that_nobody_has_breaks_the_books(log: Log) -> None:
    log.keep_books(Move("x", INSURANCE, at_table("ghost"), 9, "insurance_payout", "table"))
    exit_code, club = log.audit()
    assert exit_code == 1
    assert club["finding"]["check"] == "a table that the ledger names is a table of the club"
    assert "x, 9 from insurance to table:ghost" in club["finding"]["got"]


def test_a_club_that_lost_its_place_is_found_and_not_taken_for_slow(log: Log) -> None:
    last = [one for one in club_moves() if isinstance(one, Move)][-1]
    log.keep_books(leave_out=last.transfer, place=0)
    exit_code, club = log.audit()
    assert exit_code == 1
    assert club["finding"]["expected"] == "a place"


def test_a_place_beyond_the_end_of_the_tables_log_is_found(log: Log) -> None:
    log.keep_books(place=len(LIFE) + 1)
    exit_code, club = log.audit()
    assert exit_code == 1
    assert (club["finding"]["expected"], club["finding"]["got"]) == (
        f"{len(LIFE)} at most",
        f"{len(LIFE) + 1}",
    )


def test_a_place_that_was_counted_anew_is_the_one_that_counts(log: Log) -> None:
    log.keep_books(place=len(LIFE) + 1, counted_anew=len(LIFE))
    assert log.audit()[0] == 0
