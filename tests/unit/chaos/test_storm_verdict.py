"""The judge of a storm finds a transfer lost, doubled, refused and made, or nobody's; and a wrong balance."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.ledger.accounts import MINT, member
from services.club.ledger.ledger_events import ChipsMoved
from tests.chaos.storm.clubs import StormClub
from tests.chaos.storm.operations import Came, Operation
from tests.chaos.storm.stored import StoredClub
from tests.chaos.storm.verdict import balances, judge
from tests.support.ledger_house import LedgerHouse

CLUB = StormClub(pb.Club(club="c-1"), ["own", "ann"])


def granted(*transfers: str) -> list[ChipsMoved]:
    house = LedgerHouse()
    moved = [house.grant("ann", 5, transfer) for transfer in transfers]
    return [one for one in moved if one is not None]


def asked(id_: str, came: Came) -> Operation:
    return Operation("grant", id_, "c-1", "ann", 5, came=came)


def judged(moved: list[ChipsMoved], *operations: Operation) -> list[str]:
    return judge(CLUB, operations, StoredClub(moved, {}), balances(moved))


def test_what_was_acknowledged_and_made_once_is_in_order() -> None:
    moved = granted("by.own.g1", "by.own.g2")
    assert judged(moved, asked("g1", "done"), asked("g2", "unknown"), asked("g3", "refused")) == []
    assert judged(moved[:1], asked("g1", "done"), asked("g2", "unknown")) == []


@pytest.mark.parametrize(
    ("moved", "came"),
    [
        (granted(), "done"),
        (granted("by.own.g1") * 2, "done"),
        (granted("by.own.g1") * 2, "unknown"),
        (granted("by.own.g1"), "refused"),
        (granted("by.own.g1"), "asked"),
    ],
    ids=["lost", "doubled", "doubled, though nobody knew", "refused and made", "never answered"],
)
def test_what_stands_there_as_it_must_not_is_found(moved: list[ChipsMoved], came: Came) -> None:
    assert judged(moved, asked("g1", came)) != []


def test_a_transfer_that_nobody_asked_for_is_found() -> None:
    assert "nobody's" in judged(granted("by.own.g1", "by.own.g2"), asked("g1", "done"))[0]


def test_another_amount_than_was_asked_for_is_found() -> None:
    assert judged(granted("by.own.g1"), replace(asked("g1", "done"), amount=6)) != []


@pytest.mark.parametrize("wrong", [lambda held: held | {member("ann"): 4}, lambda _: {}])
def test_a_balance_that_the_service_tells_wrongly_is_found(
    wrong: Callable[[dict[str, int]], dict[str, int]],
) -> None:
    moved = granted("by.own.g1")
    told = wrong(balances(moved))
    found = judge(CLUB, [asked("g1", "done")], StoredClub(moved, {}), told)
    assert any(one.startswith("member:ann") for one in found)


def test_the_mint_is_minus_what_is_about() -> None:
    assert balances(granted("by.own.g1")) == {member("ann"): 5, MINT: -5}
