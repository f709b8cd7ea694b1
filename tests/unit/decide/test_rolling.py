"""A table rolls to its next id between two hands: nothing that it keeps is lost, and no chip."""

from collections.abc import Iterator
from itertools import count
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from riverrun.contracts import refusals
from riverrun.contracts.operator_commands import RollTable
from riverrun.contracts.table_commands import JoinWaitingList, SitDown, SitOut
from riverrun.contracts.table_events import (
    TableCarriedOn,
    TableHosted,
    TableOpened,
    TableRolled,
    TableRolling,
)
from riverrun.holdem import evolve
from riverrun.holdem.audit import ChipAudit
from riverrun.holdem.evolve_rolling import CARRIED, LEFT_BEHIND, carried_of
from riverrun.holdem.redact import PUBLIC, redact
from riverrun.holdem.state import Seat, SeatCut, Table, Transfer, chips_due, chips_on
from services.table.codec import codec
from services.table.decide import operating, rolling
from services.table.decide.commands import decide
from services.table.decide.facts import Facts
from services.table.decide.next_step import next_step, steps_owed
from services.table.decide.owed import AnnounceRoll, RollOver
from services.table.host.calendar import calendar
from tests.support.rolled_life import rolled_table
from tests.support.seated_table import SMALL, seated_table

NEXT = "s0-table0001-2"
FACTS = Facts(1_700_000_000_000)


def ordered(table: Table) -> Table:
    return operating.order(table, RollTable("roll"), FACTS).table


def rolled(table: Table) -> tuple[Table, Table]:
    """The id that ends, and the one that goes on."""
    old = rolling.roll(table).table
    return old, rolling.successor(old).table


# -- nothing is lost


def test_every_field_of_a_table_is_carried_on_or_left_behind_on_purpose() -> None:
    fields = set(Table.__struct_fields__)

    assert set(CARRIED) | LEFT_BEHIND == fields, "decide whether a table that rolls carries the new field"
    assert set(CARRIED) & LEFT_BEHIND == set()


def test_whatever_a_table_keeps_stands_at_its_next_id_as_it_was() -> None:
    full = filled()
    old, new = rolled(full)

    for name in set(CARRIED) - {"seats"}:
        assert getattr(new, name) == getattr(full, name), name
    for before, after in zip(full.seats, new.seats, strict=True):
        for name in Seat.__struct_fields__:
            kept = SeatCut(missed=before.cut.missed) if name == "cut" and before.cut else None
            assert getattr(after, name) == (kept or getattr(before, name)), name
    assert (new.config, new.owner) == (full.config, full.owner)
    assert (new.predecessor, new.hands_before) == (full.table, full.hand_number)
    assert chips_on(old) == 0
    assert chips_on(new) == chips_on(full) == chips_due(new)


def test_what_is_carried_survives_being_stored() -> None:
    old = rolling.roll(filled()).table
    assert old.rolled is not None
    stored = codec.encode(old.rolled)

    assert codec.decode(stored) == old.rolled


def filled() -> Table:
    """Between hands, with a value of its own in every field that can have one."""
    made: Table = _made(Table, count(1))
    table = replace(
        made,
        table="s0-table0001",
        config=SMALL,
        next_config=replace(SMALL, seats=3),
        transfers=(),
        hand=None,
        rolled=None,
        **dict.fromkeys(("suspended", "draining", "closing", "closed"), ""),
    )
    return replace(table, bought=chips_on(table) - chips_due(table) + table.bought)


def _made(wanted: Any, numbers: Iterator[int]) -> Any:
    origin, parts = get_origin(wanted), get_args(wanted)
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        if wanted.__name__ in {"TableConfig", "Hand", "TableRolled", "Transfer"}:
            return None
        hints = get_type_hints(wanted)
        return wanted(*[_made(hints[name], numbers) for name in wanted.__struct_fields__])
    if origin is Literal:
        return parts[-1]
    if origin in (Union, UnionType):
        return _made(next(part for part in parts if part is not NoneType), numbers)
    if origin is tuple:
        each = parts[:1] * 2 if parts[-1] is Ellipsis else parts
        return tuple(_made(part, numbers) for part in each)
    number = next(numbers)
    return {int: number, str: f"text-{number}", bytes: bytes([number % 256]), bool: True}[wanted]


# -- when


async def test_a_table_rolls_between_hands_and_not_within_one() -> None:
    table = await seated_table("ann", "bob")
    running = ordered(table.hosted.table)

    assert next_step(running) == next_step(table.hosted.table), "the hand goes on"
    over = next_step(replace(running, hand=None))
    assert over is not None
    assert over.step == RollOver()


async def test_chips_under_way_do_not_hold_the_game_up_and_the_table_rolls_after_them() -> None:
    waiting = replace(ordered((await seated_table("ann", "bob")).hosted.table), hand=None)
    under_way = replace(waiting, transfers=(Transfer("t", 1, "ann", 100),))
    owed = next_step(under_way)

    assert owed is None or owed.step != RollOver()


async def test_a_paused_table_rolls_too() -> None:
    paused = replace(ordered((await seated_table("ann", "bob")).hosted.table), hand=None, paused=True)
    owed = next_step(paused)

    assert owed is not None
    assert owed.step == RollOver()


async def test_the_month_that_its_host_counts_is_announced_once_and_at_its_end() -> None:
    table = (await seated_table("ann", "bob")).hosted.table
    hosted = operating.take_over(table, "host", 0, FACTS, 5_000)
    again = operating.take_over(hosted.table, "other", 0, FACTS, 9_000)

    assert hosted.events[0] == TableHosted("host", 5_000)
    assert again.table.rolls_at_ms == 5_000, "what was said first counts"
    (owed,) = [one for one in steps_owed(hosted.table) if one.step == AnnounceRoll()]
    assert owed.due_ms == 5_000
    announced = rolling.announce(hosted.table, "time")
    assert announced.events == [TableRolling("time")]
    assert AnnounceRoll() not in [one.step for one in steps_owed(announced.table)]


def test_an_order_that_is_given_twice_is_carried_out_once() -> None:
    table = ordered(filled_and_quiet())

    assert operating.order(table, RollTable("again"), FACTS).events == []


def filled_and_quiet() -> Table:
    return replace(filled(), rolling="")


# -- afterwards


async def test_at_the_id_before_everything_is_refused_with_the_id_where_the_game_goes_on() -> None:
    old = (await rolled_table("ann", "bob")).hosted.table

    assert steps_owed(old) == ()
    for command in (SitDown(500), SitOut(), JoinWaitingList()):
        with pytest.raises(refusals.TableHasRolled) as refused:
            decide(old, "ann", "Ann", command, FACTS)
        assert refused.value.details == {"successor": f"{old.table}-2"}
    with pytest.raises(refusals.TableHasRolled):
        operating.order(old, RollTable(""), FACTS)


async def test_the_game_goes_on_with_the_next_hand_its_button_and_its_stacks() -> None:
    table = await rolled_table("ann", "bob", "cid")
    old = table.hosted.table
    assert old.rolled is not None
    carried = old.rolled.carried
    new = rolling.successor(old).table
    table.hosted.record = replace(table.hosted.record, table=new)
    await table.settle()

    hand = table.hand
    assert hand.hand == carried.hand_number + 1
    assert {one.player for one in hand.players} == {"ann", "bob", "cid"}
    assert carried.places is not None
    assert hand.button != carried.places.button
    assert chips_on(table.hosted.table) == 1_500


async def test_a_cut_committed_to_under_the_id_before_is_committed_to_anew() -> None:
    seat = Seat(1, "ann", "Ann", cut=SeatCut(8, b"\x01" * 32, missed=3))
    old = replace(filled(), seats=(seat,), config=replace(SMALL, players_cut=True), hand_number=7)
    _, new = rolled(old)

    assert new.seats[0].cut == SeatCut(missed=3), "who withheld a nonce stays out as long"


def test_a_viewer_of_a_roll_is_told_nobodys_secrets() -> None:
    table = filled()
    event = TableRolled(NEXT, carried_of(table))

    assert redact(event, PUBLIC) == {"type": "table.rolled", "successor": NEXT}
    carried_on = redact(TableCarriedOn(table.table, carried_of(table)), PUBLIC)
    assert carried_on == {"type": "table.carried_on", "predecessor": table.table}


# -- the books


async def test_an_audit_of_both_ids_closes_and_knows_what_went_over() -> None:
    table = await rolled_table("ann", "bob")
    events = table.events_since(0)
    assert type(events[-1]) is TableRolled
    old, new = ChipAudit(), ChipAudit()
    for version, event in enumerate(events, 1):
        assert old.follow(version, event) is None
    for version, event in enumerate(rolling.successor(table.hosted.table).events, 1):
        assert new.follow(version, event) is None

    assert old.totals.in_play == 0
    assert old.totals.carried_out == new.totals.carried_in == new.totals.in_play == 1_000
    assert table.succeeded, "the next id is asked for"


def test_an_audit_finds_chips_that_are_lost_on_the_way_to_the_next_id() -> None:
    table = filled()
    carried = carried_of(table)
    poorer = replace(carried, seats=(replace(carried.seats[0], stack=0), *carried.seats[1:]))
    audit = ChipAudit()
    audit.table = table
    finding = audit.follow(1, TableRolled(NEXT, poorer))

    assert finding is not None
    assert finding.check == "all that a table keeps is carried on as it is"


# -- the calendar


def test_a_month_ends_by_utc_and_a_life_in_seconds_after_so_many() -> None:
    late_in_november, december_ms = 1_795_996_799_999, 1_796_083_200_000
    monthly = calendar(0)

    assert monthly(late_in_november) == december_ms
    assert monthly(december_ms) == december_ms + 31 * 86_400_000
    assert calendar(60)(5) == 60_005


def test_a_first_event_other_than_an_opening_is_no_table() -> None:
    opened = TableOpened(NEXT, SMALL, "ann")
    carried_on = TableCarriedOn("s0-table0001", carried_of(filled()))

    assert evolve.replay(None, [opened, carried_on]) is not None
