"""`docs/protocol.md` names everything that crosses, and its examples are what it says they are."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from riverrun.contracts import refusals
from riverrun.contracts.client_messages import AnyClientMessage, ClientMessage
from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.rest_messages import NewGuest
from riverrun.contracts.server_messages import ByeReason, Limits, ServerMessage
from riverrun.contracts.table_config import Clocks, RakeTerms, TableConfig
from riverrun.contracts.table_events import TOPICS
from riverrun.contracts.views import HandView, LobbyEntry, OwnView, SeatView, TableView, TurnView
from services.gateway import refusals as gateway_refusals
from services.gateway.problems import STATUSES

DOCUMENT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
ROWS = [line for line in DOCUMENT.splitlines() if line.startswith("| `")]
NEVER_SHOWN = {"transfer", "deck_box", "key_id", "public", "private", "host", "rolls_at_ms", "held"}


def rows_of(name: str) -> list[str]:
    return [row for row in ROWS if f"`{name}`" in row.split("|")[1]]


def fields_of(kind: type[msgspec.Struct]) -> set[str]:
    return set(kind.__struct_fields__)


def tag_of(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


MESSAGES: list[type[msgspec.Struct]] = [*ClientMessage.__subclasses__(), *ServerMessage.__subclasses__()]


@pytest.mark.parametrize("kind", MESSAGES, ids=tag_of)
def test_every_message_has_a_row_with_all_its_fields(kind: type[msgspec.Struct]) -> None:
    rows = rows_of(tag_of(kind))

    assert rows
    always_there = {"id"} if issubclass(kind, ClientMessage) else set()
    for field in fields_of(kind) - always_there:
        assert any(f"`{field}`" in row for row in rows), field


@pytest.mark.parametrize("topic", TOPICS)
def test_every_event_has_a_row_with_all_its_fields(topic: str) -> None:
    (row,) = rows_of(topic)

    for field in fields_of(TOPICS[topic]) - NEVER_SHOWN:
        assert f"`{field}`" in row, field


def codes_of(module: object) -> set[str]:
    found = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Refusal)]
    return {kind.code for kind in found} - {"refused"}


@pytest.mark.parametrize("code", sorted(codes_of(refusals) | codes_of(gateway_refusals)))
def test_every_error_code_is_told_with_its_status(code: str) -> None:
    rows = [row for row in rows_of(code) if row.count("|") == 5]

    assert len(rows) == 1
    status = STATUSES.get(code)
    if status is not None:
        assert str(int(status)) in rows[0].split("|")[3]


@pytest.mark.parametrize("reason", get_args(ByeReason))
def test_every_farewell_is_told(reason: str) -> None:
    assert any(f"| `{reason}` |" in line for line in DOCUMENT.splitlines())


@pytest.mark.parametrize(
    "kind", [TableView, SeatView, HandView, TurnView, OwnView, Limits], ids=lambda kind: kind.__name__
)
def test_every_part_of_a_view_stands_in_an_example(kind: type[msgspec.Struct]) -> None:
    assert {field for field in fields_of(kind) if f'"{field}":' not in DOCUMENT} == set()


@pytest.mark.parametrize(
    "kind", [TableConfig, RakeTerms, Clocks, InsuranceOptions, LobbyEntry], ids=lambda kind: kind.__name__
)
def test_every_option_and_every_part_of_the_lobby_is_told(kind: type[msgspec.Struct]) -> None:
    assert {field for field in fields_of(kind) if f"`{field}`" not in DOCUMENT} == set()


def test_the_first_sessions_messages_are_well_formed() -> None:
    said = re.findall(r'^> (\{"id".*\})$', DOCUMENT, flags=re.MULTILINE)
    assert len(said) >= 7

    for text in said:
        msgspec.json.decode(text, type=AnyClientMessage)
    assert msgspec.json.decode(b'{"name":"Ann"}', type=NewGuest).name == "Ann"
