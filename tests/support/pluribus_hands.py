"""The 5,000 real hands that Pluribus played, where they lie beside the project."""

import gzip
from collections.abc import Iterator

import msgspec
import pytest

from console.cases.case_shapes import HandCase, step_of
from console.cases.hand_setup import extras, lineup, options, stacked_deck
from console.cases.played_table import PlayedTable
from console.cases.smallest_chip import in_smallest_chips
from tests.architecture.tree import PROJECT

PLURIBUS = PROJECT.parent / "shared" / "cases" / "hands" / "pluribus.jsonl.gz"

needs_pluribus = pytest.mark.skipif(not PLURIBUS.exists(), reason="the real hands lie beside the project")


def pluribus_hands(every: int = 1) -> Iterator[PlayedTable]:
    """Every so many-th of them, played by our rules."""
    with gzip.open(PLURIBUS) as lines:
        for number, line in enumerate(lines):
            if number % every == 0:
                yield _played_out(msgspec.json.decode(line, type=HandCase))


def _played_out(case: HandCase) -> PlayedTable:
    case = in_smallest_chips(case)
    played = PlayedTable(options(case.config))
    places = lineup(case.config)
    for seat in case.config.seats:
        played.seat(seat.seat, seat.stack)
    played.deal(places, extras(case.config, places), stacked_deck(case, places), case.config.run_it)
    for raw in case.steps:
        act = step_of(raw)
        played.act(act.seat, act.do, act.to)  # type: ignore[union-attr]
    played.play_out()
    return played
