"""The stored bytes of every event and of every shape it ever had: they must be read for ever."""

from typing import Any

import pytest

from riverrun.contracts.table_events import TOPICS
from scripts.record_golden_events import Example, GoldenEvent, golden_events, shown, stored_today
from services.table.codec import codec

GOLDEN = golden_events()
EXAMPLES = [(golden.topic, example) for golden in GOLDEN for example in golden.examples]


def still_says(recorded: Any, now: Any) -> bool:
    """What was understood then is understood now; parts that have grown since say more."""
    if isinstance(recorded, list) and isinstance(now, list):
        return len(recorded) <= len(now) and all(map(still_says, recorded, now))
    if isinstance(recorded, dict) and isinstance(now, dict):
        return all(name in now and still_says(value, now[name]) for name, value in recorded.items())
    return bool(recorded == now)


def test_every_event_has_its_golden_bytes() -> None:
    recorded = {golden.topic for golden in GOLDEN}

    assert TOPICS.keys() - recorded == set(), "run `python -m scripts.record_golden_events`"


def test_no_event_that_was_ever_stored_is_forgotten() -> None:
    assert {golden.topic for golden in GOLDEN} - TOPICS.keys() == set()


@pytest.mark.parametrize(("topic", "example"), EXAMPLES)
def test_golden_bytes_are_read_as_they_were_meant(topic: str, example: Example) -> None:
    event = codec.decode_state(topic, bytes.fromhex(example.stored))

    assert type(event) is TOPICS[topic]
    assert still_says(example.fields, shown(event))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.topic)
def test_the_newest_golden_bytes_are_what_is_stored_today(golden: GoldenEvent) -> None:
    newest = golden.examples[-1]

    assert stored_today(golden.topic, newest) == newest.stored, (
        "the event has grown: run `python -m scripts.record_golden_events`, which keeps the older bytes"
    )
