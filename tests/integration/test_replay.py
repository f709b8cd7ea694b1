"""`riverrun replay` and `riverrun tables` read a real log: hands in words, and any version as it was."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from console.__main__ import main
from riverrun.contracts.table_events import BoardDealt, HandShown, HandsTurnedUp
from riverrun.holdem.evolve import replay as replayed
from riverrun.holdem.redact import PUBLIC
from riverrun.holdem.view import view_of
from riverrun.kernel.cards import TEXTS
from services.table.codec import codec
from tests.support.stored_life import StoredLog, lived

LIFE = lived(5)
EVENTS = [event for commit in LIFE for event in codec.decode_all(commit)]
TABLE = LIFE[0].table
AUDITOR = "NATS_AUDITOR_PASSWORD"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredLog]:
    stored = StoredLog(tmp_path_factory.mktemp("data"))
    stored.start()
    try:
        asyncio.run(stored.found())
        asyncio.run(stored.write(LIFE))
        yield stored
    finally:
        stored.stop()


def run(log: StoredLog, *command: str) -> Result:
    environment = {AUDITOR: log.passwords[AUDITOR]}
    return CliRunner().invoke(main, [*command, "--nats", log.url], env=environment, catch_exceptions=False)


def answer(log: StoredLog, *command: str) -> Any:
    result = run(log, *command, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("version", [1, 2, len(EVENTS) // 3, len(EVENTS) // 2, len(EVENTS)])
def test_a_table_at_a_version_is_what_its_events_make_of_it(log: StoredLog, version: int) -> None:
    shown = answer(log, "replay", TABLE, "--at", str(version))

    table = replayed(None, EVENTS[:version])
    assert table is not None
    assert shown["version"] == version
    assert shown["view"] == json.loads(msgspec.json.encode(view_of(table, PUBLIC)))


def test_a_hand_is_told_street_by_street(log: StoredLog) -> None:
    hand = next(number for number in range(1, 12) if len(boards_of(number)) == 3)

    told = run(log, "replay", TABLE, "--hand", str(hand)).stdout

    streets = ["Preflop", "Flop", "Turn", "River"]
    assert told.startswith(f"Hand {hand} of ")
    assert [word for word in re.findall(r"^(\w+)", told, re.MULTILINE) if word in streets] == streets
    assert "Stacks: " in told
    assert "wins" in told


def test_without_a_hand_the_last_one_that_is_over_is_told(log: StoredLog) -> None:
    assert run(log, "replay", TABLE).stdout.startswith("Hand 11 of ")


def test_the_running_hand_is_told_without_anybodys_cards(log: StoredLog) -> None:
    told = run(log, "replay", TABLE, "--hand", "12").stdout

    assert "Hand 12 is still on" in told
    assert not cards_in(told)


@pytest.mark.parametrize("options", [["--all"], ["--all", "--json"]])
def test_no_card_is_told_that_was_not_open_to_all(log: StoredLog, options: list[str]) -> None:
    told = run(log, "replay", TABLE, *options).stdout

    assert cards_in(told) <= open_cards()
    assert "deck_box" not in told


def test_secret_wishes_are_not_told(log: StoredLog) -> None:
    kinds = {event["type"] for event in answer(log, "replay", TABLE, "--all")["events"]}

    assert "hand.pot_awarded" in kinds
    assert not kinds & {"table.top_up_queued", "table.sit_out_queued", "table.leave_queued"}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["replay", "s0-nowhere1"], "s0-nowhere1"),
        (["replay", "not a table"], "not a table id"),
        (["replay", TABLE, "--hand", "99"], "it has come to hand 12"),
        (["replay", "s0-nowhere1", "--at", "3"], "s0-nowhere1"),
        (["replay", TABLE, "--at", "1000000"], "it has come to version"),
    ],
)
def test_what_is_not_in_the_log_is_named(log: StoredLog, command: list[str], says: str) -> None:
    result = run(log, *command)

    assert result.exit_code == 1
    assert says in result.stderr


def test_only_one_way_of_looking_at_a_time(log: StoredLog) -> None:
    assert run(log, "replay", TABLE, "--at", "3", "--all").exit_code == 2


def test_tables_are_listed_from_the_log_even_where_the_list_of_tables_lags(log: StoredLog) -> None:
    (listed,) = answer(log, "tables")

    assert (listed["table"], listed["hand"], listed["version"]) == (TABLE, 12, len(EVENTS))
    assert listed["entry"] is None
    assert TABLE in run(log, "tables").stdout


def test_a_stopped_folder_is_read_too(tmp_path: Path) -> None:
    stored = StoredLog(tmp_path / "data")
    stored.start()
    asyncio.run(stored.found())
    asyncio.run(stored.write(LIFE))
    stored.stop()

    result = CliRunner().invoke(main, ["replay", TABLE, "--data", str(tmp_path / "data")])

    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Hand 11 of ")


def boards_of(hand: int) -> list[BoardDealt]:
    commits = [commit for commit in LIFE if commit.hand == hand]
    events = [event for commit in commits for event in codec.decode_all(commit)]
    return [event for event in events if isinstance(event, BoardDealt)]


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![0-9a-zA-Z])(?:[2-9TJQKA][cdhs])+(?![0-9a-zA-Z])", text))


def open_cards() -> set[str]:
    """Every text of cards that may be told: alone, or together as an event holds them."""
    groups = [event.cards for event in EVENTS if isinstance(event, BoardDealt | HandShown)]
    groups += [cards for event in EVENTS if isinstance(event, HandsTurnedUp) for _, cards in event.hands]
    together = {"".join(TEXTS[card] for card in cards) for cards in groups}
    return together | {TEXTS[card] for cards in groups for card in cards}
