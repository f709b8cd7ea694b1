"""Review finds two who play together, and machines, among people of very different styles."""

from random import Random

import pytest

from console.invented.world import Population, population, sessions
from services.history.review.counting import count_rows
from services.history.review.findings import Finding, findings
from services.history.review.meetings import Meetings
from services.history.review.outliers import unlikeness

SEED, HANDS, PEOPLE = 3, 2_500, 14


@pytest.fixture(scope="module")
def world() -> tuple[Population, list[Finding]]:
    chance, meetings = Random(SEED), Meetings()
    everybody = population(chance, PEOPLE, pairs_of_a_kind=1, machines=2)
    for rows in sessions(everybody, HANDS, chance):
        count_rows(meetings, rows)
    return everybody, findings(meetings)


def test_squeezers_are_found_soon(world: tuple[Population, list[Finding]]) -> None:
    everybody, found = world
    squeezers = next(pair for pair, kind in everybody.cheats.items() if kind == "squeezing")

    first = next(one for one in found if one.kind == "pair")

    assert first.players == squeezers
    assert "raised over the other's bet" in first.reasons[0]


def test_no_honest_pair_is_found(world: tuple[Population, list[Finding]]) -> None:
    everybody, found = world

    assert {one.players for one in found if one.kind == "pair"} <= set(everybody.cheats)


def test_machines_are_found_by_their_even_pace_and_nobody_else(
    world: tuple[Population, list[Finding]],
) -> None:
    everybody, found = world

    assert {one.players[0] for one in found if one.kind == "machine"} == everybody.machines


def test_what_is_found_has_a_name_that_stays(world: tuple[Population, list[Finding]]) -> None:
    _, found = world

    assert all(one.key == f"{one.kind}:{'+'.join(sorted(one.players))}" for one in found)


def test_the_forest_sets_apart_what_is_unlike_the_rest() -> None:
    chance = Random(1)
    usual = [[chance.gauss(0, 1), chance.gauss(0, 1)] for _ in range(60)]

    scores = unlikeness([*usual, [9.0, -8.0]])

    assert max(range(61), key=scores.__getitem__) == 60


def test_among_a_few_nobody_is_unusual() -> None:
    assert unlikeness([[1.0], [9.0]]) == [0.0, 0.0]
