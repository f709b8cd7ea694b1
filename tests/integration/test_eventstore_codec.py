"""Stored events: explicit names, fields added later, and upcasters that read every older version."""

from typing import Any

import msgspec
import pytest

from riverrun.contracts.commits import StoredEvent
from riverrun.runtime.eventstore.codec import EventCodec, UnknownTopic
from tests.support.till import ChipsPutIn, ChipsTakenOut, TillOpened, codec


class Moved(msgspec.Struct, frozen=True, array_like=True):
    """Third version: a number of seats at first, then with a direction, now from where to where."""

    left: int
    to: int


def seats_to_direction(fields: list[Any]) -> list[Any]:
    (seats,) = fields
    return [abs(seats), "right" if seats >= 0 else "left"]


def direction_to_places(fields: list[Any]) -> list[Any]:
    seats, direction = fields
    return [0, seats if direction == "right" else -seats]


moves = EventCodec({"moved@3": Moved}, {("moved", 1): seats_to_direction, ("moved", 2): direction_to_places})


@pytest.mark.parametrize("event", [TillOpened("till"), ChipsPutIn(5), ChipsTakenOut(3, "me")])
def test_an_event_comes_back_as_it_was_stored(event: Any) -> None:
    assert codec.decode(codec.encode(event)) == event


def test_an_event_is_stored_under_its_name_not_under_its_module() -> None:
    assert codec.encode(ChipsPutIn(5)) == StoredEvent("till.chips_put_in", b"\x91\x05")


def test_an_event_stored_before_a_field_was_added_gets_its_default() -> None:
    assert codec.decode(StoredEvent("till.chips_taken_out", b"\x91\x05")) == ChipsTakenOut(5, "")


@pytest.mark.parametrize(
    ("topic", "fields"), [("moved", [-2]), ("moved@2", [2, "left"]), ("moved@3", [0, -2])]
)
def test_every_version_ever_stored_is_read(topic: str, fields: list[Any]) -> None:
    assert moves.decode(StoredEvent(topic, msgspec.msgpack.encode(fields))) == Moved(0, -2)
    assert moves.encode(Moved(0, -2)).topic == "moved@3"


def test_a_version_without_its_upcaster_is_a_bug() -> None:
    with pytest.raises(KeyError):
        EventCodec({"moved@3": Moved}, {("moved", 1): seats_to_direction})


def test_an_event_of_a_later_release_is_refused_by_name() -> None:
    with pytest.raises(UnknownTopic, match=r"till\.burned"):
        codec.decode(StoredEvent("till.burned", b"\x90"))
