"""The stored bytes of what was decided on findings of review, of every shape they ever had: read for ever."""

import pytest

from scripts.record_golden_events import DOCKETS, Example, GoldenEvent, golden_events, shown, stored_today
from tests.golden.test_events import still_says

GOLDEN = golden_events(DOCKETS)
EXAMPLES = [(golden.topic, example) for golden in GOLDEN for example in golden.examples]


def test_every_event_has_its_golden_bytes_and_none_is_forgotten() -> None:
    assert {golden.topic for golden in GOLDEN} == DOCKETS.topics.keys()


@pytest.mark.parametrize(("topic", "example"), EXAMPLES)
def test_golden_bytes_are_read_as_they_were_meant(topic: str, example: Example) -> None:
    event = DOCKETS.codec.decode_state(topic, bytes.fromhex(example.stored))

    assert type(event) is DOCKETS.topics[topic]
    assert still_says(example.fields, shown(event))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.topic)
def test_the_newest_golden_bytes_are_what_is_stored_today(golden: GoldenEvent) -> None:
    newest = golden.examples[-1]

    assert stored_today(golden.topic, newest, DOCKETS) == newest.stored
